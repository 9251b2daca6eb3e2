import { ChevronRight, EllipsisVertical, GripVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Collection } from 'react-aria-components/Collection';
import { Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree';
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { IconButton } from '../IconButton.tsx';
import { Menu, MenuItem } from '../Menu.tsx';
import { colour, colourTransition, control, media, radius, space } from '../theme.ts';
import { type Arranged, levelOf, movedTo, places, stepped } from './order.ts';

type ArrangeTreeProps<Item extends Arranged<Item>> = {
  /** The accessible name of the list. */
  label: string;
  items: readonly Item[];
  renderItem: (item: Item) => ReactNode;
  /** Called with the new order of a level: the children of `parent`, or the top level (null). */
  onOrder: (parent: string | null, ids: string[], moved: Item) => void;
};

/**
 * Records in an order that people change: by dragging, by the handle and arrow keys, or by the menu of a row. Records with
 * children are shown as a tree; each stays on its level. The page needs the namespace `arrange`.
 */
export function ArrangeTree<Item extends Arranged<Item>>({
  label,
  items,
  renderItem,
  onOrder,
}: ArrangeTreeProps<Item>) {
  const { t } = useTranslation('arrange');
  const { dragAndDropHooks } = useDragAndDrop<Item>({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    renderDropIndicator: (target) => <Gap target={target} />,
    onReorder: ({ keys, target: { key, dropPosition } }) => {
      const [moved] = [...keys].map(String);
      const level = levelOf(items, String(key));
      const item = level?.items.find(({ id }) => id === moved);
      if (!level || !item || dropPosition === 'on') return;
      const ids = movedTo(level.items, item.id, String(key), dropPosition);
      // Dropped at its old place.
      if (ids.every((id, at) => level.items[at]?.id === id)) return;
      onOrder(level.parent, ids, item);
    },
  });

  const row = (item: Item) => {
    const { id, name, below } = item;
    const level = levelOf(items, id);
    const order = level?.items ?? [];
    const at = order.findIndex((sibling) => sibling.id === id);
    return (
      <Row id={id} textValue={name} key={id}>
        <TreeItemContent>
          {({ hasChildItems, level: depth }) => (
            <Inside data-below={depth > 1 || undefined}>
              <Handle slot="drag" aria-label={t('handle', { name })}>
                <GripVertical size={16} aria-hidden />
              </Handle>
              {hasChildItems ? (
                <Fold slot="chevron" aria-label={t('expand', { name })}>
                  <ChevronRight size={16} aria-hidden />
                </Fold>
              ) : null}
              <Words>{renderItem(item)}</Words>
              <Menu
                label={t('menu', { name })}
                trigger={
                  <IconButton size="small" label={t('menu', { name })}>
                    <EllipsisVertical aria-hidden />
                  </IconButton>
                }
              >
                {places.map((place) => {
                  const next = stepped(order, at, place);
                  return (
                    <MenuItem
                      key={place}
                      isDisabled={next === null}
                      onAction={() => next && onOrder(level?.parent ?? null, next, item)}
                    >
                      {t(place)}
                    </MenuItem>
                  );
                })}
              </Menu>
            </Inside>
          )}
        </TreeItemContent>
        {below && <Collection items={below}>{row}</Collection>}
      </Row>
    );
  };
  return (
    <Rows
      aria-label={label}
      items={items}
      dragAndDropHooks={dragAndDropHooks}
      defaultExpandedKeys={items.map(({ id }) => id)}
      // Rows show their position, which changes although the record does not.
      dependencies={[items]}
    >
      {row}
    </Rows>
  );
}

const Rows = styled(Tree)`
  display: flex;
  flex-direction: column;
  outline: none;
` as typeof Tree;

const Row = styled(TreeItem)`
  outline: none;
  ${colourTransition}

  & + & {
    border-block-start: 1px solid ${colour.border};
  }

  &[data-hovered] {
    background: ${colour.hover};
  }

  &[data-focus-visible] {
    outline: 2px solid ${colour.focus};
    outline-offset: -2px;
  }

  &[data-dragging] {
    opacity: 0.5;
  }
`;

const Inside = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-block-size: 52px;
  padding: ${space(1.5)} ${space(3)};

  &[data-below] {
    padding-inline-start: ${space(14)};
  }

  ${media.phone} {
    padding-inline: ${space(1)};

    &[data-below] {
      padding-inline-start: ${space(16)};
    }
  }
`;

const Words = styled.div`
  flex: 1;
  min-inline-size: 0;
  overflow-wrap: anywhere;
`;

const Handle = styled(AriaButton)`
  display: inline-grid;
  place-items: center;
  flex-shrink: 0;
  inline-size: ${control.small};
  block-size: ${control.small};
  padding: 0;
  border: 0;
  border-radius: ${radius.small};
  background: none;
  color: ${colour.textMuted};
  cursor: grab;

  &[data-hovered] {
    color: ${colour.text};
  }

  ${media.touch} {
    inline-size: ${control.touch};
    block-size: ${control.touch};
  }
`;

const Fold = styled(Handle)`
  cursor: pointer;

  [data-expanded] > * > & > svg,
  [data-expanded] & > svg {
    rotate: 90deg;
  }
`;

const Gap = styled(DropIndicator)`
  block-size: 2px;
  margin-block: -1px;
  border-radius: 1px;
  outline: none;

  &[data-drop-target] {
    background: ${colour.accent};
  }
`;
