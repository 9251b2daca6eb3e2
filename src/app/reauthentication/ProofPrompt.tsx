import { type ComponentType, useEffect, useState } from 'react';
import { bindProof } from '#api/http.ts';
import { loadNamespaces } from '#i18n/i18n.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import type { ProofDialogProps } from './ProofDialog.tsx';

const loadDialog = () => loadChunk(() => Promise.all([import('./ProofDialog.tsx'), loadNamespaces(['proof', 'crud'])]));

/**
 * Asks the person for a proof when a call needs one; the call is then repeated. Calls that need one at the same time share the
 * question. The dialog loads with the first question.
 */
export function ProofPrompt() {
  const [Dialog, setDialog] = useState<ComponentType<ProofDialogProps> | null>(null);
  const [answer, setAnswer] = useState<((isProved: boolean) => void) | null>(null);
  useEffect(() => {
    let asking: Promise<boolean> | null = null;
    let finish: (isProved: boolean) => void = () => undefined;
    const ask = async (): Promise<boolean> => {
      const [{ ProofDialog }] = await loadDialog();
      setDialog(() => ProofDialog);
      return new Promise((resolve) => {
        finish = resolve;
        setAnswer(() => resolve);
      });
    };
    const unbind = bindProof(() => {
      // If the dialog cannot be loaded, the call fails with its own error.
      asking ??= ask()
        .catch(() => false)
        .finally(() => {
          asking = null;
          setAnswer(null);
        });
      return asking;
    });
    return () => {
      unbind();
      finish(false);
    };
  }, []);
  return Dialog && <Dialog isOpen={answer !== null} onAnswer={(isProved) => answer?.(isProved)} />;
}
