import { useEffect, useRef, useState } from 'react';

/** Uploads a file: `onSent` receives the share sent so far, 0 to 1; `signal` aborts. */
export type Send<Kept> = (
  file: File,
  options: { onSent: (share: number) => void; signal: AbortSignal },
) => Promise<Kept>;

/** A running or failed upload; `url` previews a picture from the person's disk. */
export type Upload = { file: File; url: string | null; share: number; failure: unknown };

/**
 * One upload at a time, which can be cancelled and repeated. Unmounting cancels it.
 * @param onDone receives the stored file
 */
export function useUpload<Kept>(send: Send<Kept>, onDone: (kept: Kept) => void) {
  const [upload, setUpload] = useState<Upload | null>(null);
  const stop = useRef(() => undefined as void);
  useEffect(() => () => stop.current(), []);

  const start = async (file: File) => {
    stop.current();
    const controller = new AbortController();
    const { signal } = controller;
    const url = file.type.startsWith('image/') ? URL.createObjectURL(file) : null;
    const end = () => {
      controller.abort();
      if (url) URL.revokeObjectURL(url);
    };
    stop.current = end;
    setUpload({ file, url, share: 0, failure: null });
    try {
      const kept = await send(file, {
        signal,
        onSent: (share) => {
          if (!signal.aborted) setUpload({ file, url, share, failure: null });
        },
      });
      if (signal.aborted) return;
      end();
      setUpload(null);
      onDone(kept);
    } catch (failure) {
      if (!signal.aborted) setUpload({ file, url, share: 0, failure });
    }
  };
  const cancel = () => {
    stop.current();
    setUpload(null);
  };
  return { upload, start, cancel };
}
