/** Whether a value has the shape of `manifest.schema.json`. */
export declare const hasShape: (value: unknown) => boolean;
