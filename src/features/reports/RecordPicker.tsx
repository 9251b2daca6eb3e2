import { Building2, Check, Handshake, Headset, Tags, UserRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../contract/users.ts';
import { departments } from '#api/departments.ts';
import { partnerCategories } from '#api/partnerCategories.ts';
import { partners } from '#api/partners.ts';
import type { Page } from '#api/collection.ts';
import { type Query, useQuery } from '#api/query.ts';
import { users } from '#api/users.ts';
import { personName } from '#domain/personName.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { CommandList } from '#ui/CommandList.tsx';
import type { RecordFilter } from './useFilters.ts';

/** How long typing pauses before a search begins, in milliseconds; and how many records are shown. */
const pause = 200;
const shown = 20;

type Named = { id: string; name: string } | Pick<User, 'id' | 'first_name' | 'last_name' | 'email'>;

const icons = {
  partner: Handshake,
  partner_category: Tags,
  department: Building2,
  interpreter: Headset,
  user: UserRound,
} as const;

function read(of: RecordFilter, search: string): Query<Page<Named>> {
  const asked = { search: search || null, page_size: shown };
  if (of === 'interpreter') return users.list({ ...asked, role: ['interpreter'], ordering: 'last_name' });
  if (of === 'user') return users.list({ ...asked, role: ['deaf'], ordering: 'last_name' });
  const collections = { partner: partners, partner_category: partnerCategories, department: departments };
  return collections[of].list({ ...asked, ordering: 'name' });
}

/** Finds a record by its name, to narrow the reports to it, or to take it away again. */
export function RecordPicker({
  of,
  chosen,
  onToggle,
  onClose,
}: {
  of: RecordFilter;
  chosen: readonly string[];
  onToggle: (id: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['reports', 'crud']);
  const errorMessage = useErrorMessage();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), pause);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error, isValidating } = useQuery(read(of, asked));
  const Icon = icons[of];
  const commands = (data?.results ?? []).map((record) => ({
    id: record.id,
    title: 'name' in record ? record.name : personName(record),
    detail: 'email' in record ? record.email : undefined,
    icon: chosen.includes(record.id) ? <Check size={16} aria-hidden /> : <Icon size={16} aria-hidden />,
    act: () => onToggle(record.id),
  }));
  return (
    <CommandList
      isOpen
      onClose={onClose}
      label={t(`pick.${of}`)}
      placeholder={t(`pick.${of}`)}
      text={text}
      onText={setText}
      groups={commands.length > 0 ? [{ title: t(`filters.${of}`), commands }] : []}
      isBusy={isValidating || text.trim() !== asked}
      nothing={data ? t('crud:nothingFound') : ''}
      note={error === undefined ? undefined : errorMessage(error)}
      onGo={onClose}
    />
  );
}
