import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { ClosureCategory } from '../../../contract/closureCategories.ts';
import { EditPage } from '#crud/EditPage.tsx';
import { paths } from '#paths.ts';
import { Card } from '#ui/Card.ts';
import { Link } from '#ui/Link.tsx';
import { font, space } from '#ui/theme.ts';
import { ClosureFields } from './ClosureFields.tsx';
import { resource } from './resource.ts';

/** One category and its subcategories: `/dashboard/closure/{id}`. */
export function ClosureDetail() {
  return (
    <EditPage
      resource={resource}
      Fields={ClosureFields}
      renderAside={(category) => <Subcategories category={category} />}
    />
  );
}

/** The parent of a category, or its subcategories. */
function Subcategories({ category }: { category: ClosureCategory }) {
  const { t } = useTranslation('closureCategories');
  const { parent, parent_title, subcategories } = category;
  const branch = parent === null ? subcategories : [{ id: parent, title: parent_title ?? '' }];
  if (branch.length === 0) return null;
  return (
    <Root as="section">
      <h2>{t(parent === null ? 'subcategories' : 'parent')}</h2>
      <ul>
        {branch.map(({ id, title }) => (
          <li key={id}>
            <Link to={paths.closure_categories.record.href({ id })}>{title}</Link>
          </li>
        ))}
      </ul>
    </Root>
  );
}

const Root = styled(Card)`
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  padding: ${space(5)};

  & > h2 {
    font-size: ${font.size.body};
  }

  & > ul {
    display: flex;
    flex-direction: column;
    gap: ${space(2)};
  }
`;
