import { Bookmark, Link as LinkIcon, ListChecks, Save } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from '#lib/router.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { NameForm } from '#ui/form/NameForm.tsx';
import { ToolButton } from '#ui/list/ToolButton.tsx';
import { Menu, MenuItem, MenuSection, MenuSeparator } from '#ui/Menu.tsx';
import { viewAddress, viewLink } from './address.ts';
import { ManageViews } from './ManageViews.tsx';
import { useCopyLink } from './useCopyLink.ts';
import { useViews } from './useViews.ts';

/**
 * The saved views of a page whose state is in its address: open one, save the current one, manage all. `screen`
 * identifies the page. Reads nothing until it is opened.
 */
export function SavedViews({ screen }: { screen: string }) {
  const { t } = useTranslation('crud');
  const [address, setAddress] = useSearchParams();
  const [isWanted, setWanted] = useState(false);
  const [open, setOpen] = useState<'save' | 'manage' | null>(null);
  const views = useViews(screen, isWanted);
  const copyLink = useCopyLink();
  const here = viewAddress(address);
  const current = views.views?.find((view) => view.address === here);
  const close = () => setOpen(null);
  return (
    <>
      <Menu
        label={t('views')}
        placement="bottom start"
        onOpenChange={(isOpen) => setWanted(isWanted || isOpen)}
        trigger={
          <ToolButton icon={<Bookmark aria-hidden />} label={t('views')}>
            {current?.name ?? t('views')}
          </ToolButton>
        }
      >
        <MenuSection title={t('savedViews')} selectionMode="single" selectedKeys={current ? [current.id] : []}>
          {views.views?.length ? (
            views.views.map(({ id, name, address: kept }) => (
              <MenuItem key={id} id={id} onAction={() => setAddress(new URLSearchParams(kept))}>
                {name}
              </MenuItem>
            ))
          ) : (
            <MenuItem id="none" isDisabled>
              {t(views.views ? 'noViews' : views.error === undefined ? 'viewsComing' : 'viewsFailed')}
            </MenuItem>
          )}
        </MenuSection>
        <MenuSeparator />
        <MenuItem icon={<Save aria-hidden />} onAction={() => setOpen('save')}>
          {t('saveView')}
        </MenuItem>
        <MenuItem icon={<LinkIcon aria-hidden />} onAction={() => void copyLink(viewLink(here))}>
          {t('copyLink')}
        </MenuItem>
        <MenuItem
          icon={<ListChecks aria-hidden />}
          isDisabled={!views.views?.length}
          onAction={() => setOpen('manage')}
        >
          {t('manageViews')}
        </MenuItem>
      </Menu>
      <SaveView isOpen={open === 'save'} onClose={close} save={(name) => views.save(name, here)} />
      <ManageViews isOpen={open === 'manage'} onClose={close} views={views} />
    </>
  );
}

/** Asks for the name of a view, and saves it. */
function SaveView({
  isOpen,
  onClose,
  save,
}: {
  isOpen: boolean;
  onClose: () => void;
  save: (name: string) => Promise<void>;
}) {
  const { t } = useTranslation('crud');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('saveViewTitle')}>
      <NameForm
        label={t('viewName')}
        description={t('saveViewHint')}
        name=""
        save={save}
        savedMessage={t('viewSaved')}
        onClose={onClose}
      />
    </Dialog>
  );
}
