import { useAtom } from 'jotai';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadNamespaces } from '#i18n/i18n.ts';
import { ChunkError, loadChunk } from '#lib/loadChunk.ts';
import { toast } from '#ui/toast.ts';
import { type Overlay, overlayAtom, type OverlayProps } from './overlay.ts';

/** The first page needs none of them, so each is loaded when it is first opened. */
const load: Record<Overlay, () => Promise<ComponentType<OverlayProps>>> = {
  palette: async () => (await import('../palette/Palette.tsx')).Palette,
  help: async () => {
    await loadNamespaces(['guide']);
    return (await import('../help/HelpSheet.tsx')).HelpSheet;
  },
  settings: async () => (await import('./SettingsDrawer.tsx')).SettingsDrawer,
};

/** Renders the open overlay once it is loaded. */
export function Overlays() {
  const { t } = useTranslation('app');
  const [open, setOpen] = useAtom(overlayAtom);
  const [loaded, setLoaded] = useState<Partial<Record<Overlay, ComponentType<OverlayProps>>>>({});
  const isMissing = open !== null && !loaded[open];
  useEffect(() => {
    if (!open || !isMissing) return;
    Promise.all([loadChunk(load[open]), loadChunk(() => loadNamespaces(['palette']))]).then(
      ([Part]) => setLoaded((before) => ({ ...before, [open]: Part })),
      (error: unknown) => {
        setOpen(null);
        const isOutdated = error instanceof ChunkError && error.isOutdated;
        toast({ title: t(isOutdated ? 'newRelease' : 'chunkFailed'), tone: 'danger' });
      },
    );
  }, [open, isMissing, setOpen, t]);
  // The next session begins with no overlay open.
  useEffect(() => () => setOpen(null), [setOpen]);
  return Object.entries(loaded).map(([name, Part]) => (
    <Part key={name} isOpen={open === name} onClose={() => setOpen(null)} />
  ));
}
