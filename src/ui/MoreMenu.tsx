import { Ellipsis } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '#lib/router.ts';
import { IconButton } from './IconButton.tsx';
import { Menu, MenuItem, MenuSeparator } from './Menu.tsx';

/** The props of a dialog that an entry opens. */
type Question = { isOpen: boolean; onClose: () => void };

/** An entry of the menu "⋯": it leads to a page, acts at once, or opens a dialog. */
export type MenuAct = {
  id: string;
  label: string;
  icon: ReactNode;
  /** It takes something from somebody: it stands below the others. */
  isDangerous?: boolean;
  /** Why it is impossible now; shown below its label. Entries without a reason are left out instead. */
  whyNot?: string | undefined;
} & ({ href: string } | { act: () => void } | { renderQuestion: (question: Question) => ReactNode });

type MoreMenuProps = {
  acts: readonly MenuAct[];
  /** The accessible name if a page has several such menus. */
  label?: string;
  isDisabled?: boolean;
};

/** The acts of a page or a row other than its primary one, in a menu behind "⋯"; nothing if there are none. */
export function MoreMenu({ acts, label, isDisabled = false }: MoreMenuProps) {
  const { t } = useTranslation('crud');
  const navigate = useNavigate();
  const [asked, setAsked] = useState<string | null>(null);
  // A question that ends late, after its entry is gone, does not close the next one.
  const close = (id: string) => setAsked((current) => (current === id ? null : current));
  const name = label ?? t('moreActs');
  const harmless = acts.filter(({ isDangerous }) => !isDangerous);
  const dangerous = acts.filter(({ isDangerous }) => isDangerous);
  const entry = (act: MenuAct) => (
    <MenuItem
      key={act.id}
      id={act.id}
      icon={act.icon}
      isDangerous={act.isDangerous}
      whyNot={act.whyNot}
      onAction={() => {
        if ('href' in act) void navigate(act.href);
        else if ('act' in act) act.act();
        else setAsked(act.id);
      }}
    >
      {act.label}
    </MenuItem>
  );
  if (acts.length === 0) return null;
  return (
    <>
      <Menu
        label={name}
        trigger={
          <IconButton label={name} isDisabled={isDisabled}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        {harmless.map(entry)}
        {harmless.length > 0 && dangerous.length > 0 && <MenuSeparator />}
        {dangerous.map(entry)}
      </Menu>
      {acts.map(
        (act) =>
          'renderQuestion' in act && (
            <Fragment key={act.id}>
              {act.renderQuestion({ isOpen: asked === act.id, onClose: () => close(act.id) })}
            </Fragment>
          ),
      )}
    </>
  );
}
