// What the types of pdfkit lack.
declare namespace PDFKit {
  interface PDFPage {
    /** The key of the page in the tree of parents. */
    readonly structParentTreeKey: number;
  }
  namespace Mixins {
    interface StructureElementOptions {
      /** What a heading cell belongs to. */
      scope?: 'Row' | 'Column';
    }
    interface PDFMarking {
      /** The structure element of each marked content, by page. */
      getStructParentTree(): { get(key: number): object; add(key: number, elements: object): void };
    }
  }
}
