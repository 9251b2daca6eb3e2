import { SlidersHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { ReportColumn } from '../../../contract/figureNames.ts';
import { ToolButton } from '#ui/list/ToolButton.tsx';
import { Menu, MenuItem, MenuSection } from '#ui/Menu.tsx';

type ReportColumnsProps = {
  isForPartner: boolean;
  offered: readonly ReportColumn[];
  columns: readonly ReportColumn[];
  choose: (columns: readonly ReportColumn[]) => void;
};

/** Chooses the columns of report files. */
export function ReportColumns({ isForPartner, offered, columns, choose }: ReportColumnsProps) {
  const { t } = useTranslation('reports');
  const label = t(isForPartner ? 'partnerReportColumns' : 'reportColumns');
  return (
    <Menu
      label={label}
      placement="bottom start"
      trigger={
        <WholeLabel icon={<SlidersHorizontal aria-hidden />} label={label}>
          {label}
        </WholeLabel>
      }
    >
      <MenuSection
        selectionMode="multiple"
        disallowEmptySelection
        aria-label={label}
        selectedKeys={columns}
        onSelectionChange={(selection) =>
          choose(offered.filter((column) => selection === 'all' || selection.has(column)))
        }
      >
        {offered.map((column) => (
          <MenuItem key={column} id={column}>
            {t(`columns.${column}`)}
          </MenuItem>
        ))}
      </MenuSection>
    </Menu>
  );
}

/** For a partner the label is longer than other tools allow. */
const WholeLabel = styled(ToolButton)`
  & > span {
    max-inline-size: none;
  }
`;
