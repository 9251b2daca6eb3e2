import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useLocation } from '#lib/router.ts';
import { editHref } from '#paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { ignoresTaps } from '#ui/ignoresTaps.ts';
import { type MenuAct, MoreMenu } from '#ui/MoreMenu.tsx';
import { media, space } from '#ui/theme.ts';
import type { Stored } from './resource.ts';
import { type ActsResource, useDeletion } from './useDeletion.tsx';
import { fromFacts } from './useWayBack.ts';

export type RecordActsProps<Item extends Stored> = {
  resource: ActsResource<Item>;
  item: Item;
  /** The button of what is to be done next; without it Edit is the primary act. */
  primary?: ReactNode;
  /** The acts under "⋯", before Delete. */
  acts?: readonly MenuAct[];
};

/** The acts in the head of a record's page: the primary one, Edit, and the others under "⋯"; as far as the server allows. */
export function RecordActs<Item extends Stored>({ resource, item, primary, acts = [] }: RecordActsProps<Item>) {
  const { t } = useTranslation('crud');
  const { search } = useLocation();
  const deletion = useDeletion(resource, item);
  return (
    <Root key={item.id}>
      {primary}
      {item.can.update && (
        <ButtonLink
          to={editHref(resource.href(item)) + search}
          state={fromFacts}
          variant={primary ? 'secondary' : 'primary'}
        >
          {t('edit')}
        </ButtonLink>
      )}
      <MoreMenu acts={[...acts, ...deletion]} />
    </Root>
  );
}

/** When one record follows another, the same buttons stand there for the next one. */
const Root = styled.div`
  ${ignoresTaps}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};

  /* The long name of an act wraps, so that "⋯" stays beside it. */
  ${media.phone} {
    flex-wrap: nowrap;
  }
`;
