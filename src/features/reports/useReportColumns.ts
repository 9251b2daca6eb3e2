import { defaultColumns, offeredColumns, type ReportColumn } from '../../../contract/figureNames.ts';
import { useListLayout } from '#crud/listLayout.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';

/**
 * The columns of report files: those that this person chose the last time, otherwise the default ones. Reports for a partner have
 * a choice of their own, so that no choice for other reports puts people's names into them.
 */
export function useReportColumns({ isForPartner, isOwn }: { isForPartner: boolean; isOwn: boolean }) {
  const { flags } = useTenant();
  const { layout, keep } = useListLayout(isForPartner ? 'report/partner' : 'report');
  const offered = offeredColumns(flags, isOwn ? 'own' : 'all');
  const kept = new URLSearchParams(layout).get('columns')?.split(',');
  const chosen = offered.filter((column) => kept?.includes(column));
  const columns = chosen.length > 0 ? chosen : defaultColumns(offered, { isForPartner });
  const choose = (next: readonly ReportColumn[]) => keep({ columns: next.join(',') });
  return { offered, columns, choose };
}
