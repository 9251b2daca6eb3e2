import { Link as LinkIcon, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { SavedView } from '../../contract/savedViews.ts';
import { NameForm } from '#ui/form/NameForm.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { colour, space } from '#ui/theme.ts';
import { viewLink } from './address.ts';
import { useCopyLink } from './useCopyLink.ts';
import type { Views } from './useViews.ts';

/** All views of a page: rename, copy the link, delete. */
export function ManageViews({ isOpen, onClose, views }: { isOpen: boolean; onClose: () => void; views: Views }) {
  const { t } = useTranslation(['crud', 'ui']);
  const copyLink = useCopyLink();
  const [renamed, setRenamed] = useState<string | null>(null);
  const [deleted, setDeleted] = useState<SavedView | null>(null);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('manageViews')}
      actions={<Button onPress={onClose}>{t('ui:close')}</Button>}
    >
      <Rows>
        {views.views?.map((view) => (
          <li key={view.id}>
            {renamed === view.id ? (
              <NameForm
                label={t('viewName')}
                name={view.name}
                save={(name) => views.rename(view, name)}
                savedMessage={t('saved')}
                onClose={() => setRenamed(null)}
              />
            ) : (
              <Row>
                <strong>{view.name}</strong>
                <IconButton label={t('renameView', { name: view.name })} onPress={() => setRenamed(view.id)}>
                  <Pencil aria-hidden />
                </IconButton>
                <IconButton
                  label={t('copyLinkOf', { name: view.name })}
                  onPress={() => void copyLink(viewLink(view.address))}
                >
                  <LinkIcon aria-hidden />
                </IconButton>
                <IconButton label={t('deleteView', { name: view.name })} onPress={() => setDeleted(view)}>
                  <Trash2 aria-hidden />
                </IconButton>
              </Row>
            )}
          </li>
        ))}
      </Rows>
      <ConfirmDialog
        isOpen={deleted !== null}
        onClose={() => setDeleted(null)}
        title={t('deleteTitle', { name: deleted?.name })}
        confirm={t('delete')}
        act={async () => {
          if (deleted) await views.remove(deleted);
          setDeleted(null);
          if (views.views?.length === 1) onClose();
        }}
      >
        {t('deleteText')}
      </ConfirmDialog>
    </Dialog>
  );
}

const Rows = styled.ul`
  & > li {
    padding: ${space(1.5)} 0;
  }

  & > li + li {
    border-block-start: 1px solid ${colour.border};
  }
`;

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(1)};

  & > strong {
    flex: 1;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
`;
