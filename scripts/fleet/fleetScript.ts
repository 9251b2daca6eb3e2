/** What is chosen on the page. The URL holds the filters, so that they survive a reload and can be shared. */
type Chosen = {
  search: HTMLInputElement;
  selects: HTMLSelectElement[];
  /** The state of the deployments that are shown; empty: any. */
  state: string;
  /** The selected deployments. */
  ids: Set<string>;
};

function elementAt<T extends Element>(selector: string, place: ParentNode = document): T {
  const found = place.querySelector<T>(selector);
  if (!found) throw new Error(`${selector} is missing`);
  return found;
}

function rowsOf(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('.row')];
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function readUrl(chosen: Chosen): void {
  const query = new URLSearchParams(location.search);
  chosen.search.value = query.get('search') ?? '';
  for (const select of chosen.selects) select.value = query.get(select.name) ?? select.options[0]?.value ?? '';
  chosen.state = query.get('state') ?? '';
}

function writeUrl({ search, selects, state }: Chosen): void {
  const query = new URLSearchParams();
  if (search.value) query.set('search', search.value);
  for (const select of selects) if (select.selectedIndex > 0) query.set(select.name, select.value);
  if (state) query.set('state', state);
  const text = query.toString();
  history.replaceState(null, '', text ? `?${text}` : location.pathname);
}

function sortRows(selects: HTMLSelectElement[]): void {
  const by = selects.find(({ name }) => name === 'sort')?.value ?? 'urgency';
  const list = elementAt('.rows');
  const value = (row: HTMLElement): string => row.dataset[by] ?? '';
  const sorted = rowsOf().toSorted(
    (a, b) =>
      value(a).localeCompare(value(b), 'en', { numeric: true }) ||
      (a.dataset['id'] ?? '').localeCompare(b.dataset['id'] ?? ''),
  );
  // Moving a row would take the focus from it.
  if (sorted.some((row, index) => list.children[index] !== row)) list.append(...sorted);
}

function showSelection(chosen: Set<string>): void {
  const ids = rowsOf().flatMap((row) => (chosen.has(row.dataset['id'] ?? '') ? (row.dataset['id'] ?? []) : []));
  elementAt<HTMLElement>('.bar').hidden = ids.length === 0;
  elementAt('#count').textContent = `${ids.length} selected`;
  const command = elementAt<HTMLElement>('.bar').dataset['command'] ?? '';
  elementAt('#command').textContent = command.replace('{ids}', ids.join(' '));
}

/** Shows what fits the filters, and what is selected. */
function apply({ search, selects, state, ids }: Chosen): void {
  const words = plain(search.value).split(/\s+/).filter(Boolean);
  const filters = selects.filter(({ name, value }) => name !== 'sort' && value !== '');
  let shown = 0;
  for (const row of rowsOf()) {
    const text = row.dataset['text'] ?? '';
    const fits =
      (state === '' || row.dataset['state'] === state) &&
      words.every((word) => text.includes(word)) &&
      filters.every(({ name, value }) => row.dataset[name] === value);
    row.hidden = !fits;
    if (fits) shown += 1;
    elementAt<HTMLInputElement>('input', row).checked = ids.has(row.dataset['id'] ?? '');
  }
  for (const tile of document.querySelectorAll<HTMLElement>('.tile'))
    tile.setAttribute('aria-pressed', String(tile.dataset['state'] === state));
  elementAt('#shown').textContent = `${shown} of ${rowsOf().length} shown`;
  elementAt<HTMLElement>('#nothing').hidden = shown > 0;
  sortRows(selects);
  showSelection(ids);
}

function listen(chosen: Chosen): void {
  const changed = (): void => {
    writeUrl(chosen);
    apply(chosen);
  };
  document.addEventListener('input', ({ target }) => {
    if (target === chosen.search || chosen.selects.includes(target as HTMLSelectElement)) changed();
  });
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'checkbox') return;
    const { id = '' } = target.closest<HTMLElement>('.row')?.dataset ?? {};
    if (target.checked) chosen.ids.add(id);
    else chosen.ids.delete(id);
    showSelection(chosen.ids);
  });
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (!button) return;
    if (button.matches('.tile')) {
      const { state: wanted = '' } = button.dataset;
      chosen.state = chosen.state === wanted ? '' : wanted;
      changed();
    }
    if (button.id === 'all') for (const row of rowsOf()) if (!row.hidden) chosen.ids.add(row.dataset['id'] ?? '');
    if (button.id === 'none') chosen.ids.clear();
    if (button.id === 'all' || button.id === 'none') apply(chosen);
    if (button.id === 'copy')
      void navigator.clipboard.writeText(elementAt('#command').textContent).then(
        () => (elementAt('#copied').textContent = 'Copied.'),
        () => (elementAt('#copied').textContent = 'The browser does not allow copying: select the command.'),
      );
  });
}

/** Replaces what was read again, and keeps open details and the focus. */
function replace(fresh: Document, chosen: Chosen): void {
  const open = new Set([...document.querySelectorAll('.row details[open]')].map((part) => part.id));
  const focused = document.activeElement?.id;
  for (const selector of ['.tiles', '.rows', '#read']) elementAt(selector).replaceWith(elementAt(selector, fresh));
  for (const id of open) document.getElementById(id)?.setAttribute('open', '');
  apply(chosen);
  if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus();
}

async function refresh(chosen: Chosen): Promise<void> {
  try {
    const response = await fetch(location.pathname, { cache: 'no-store' });
    if (!response.ok) throw new Error(String(response.status));
    replace(new DOMParser().parseFromString(await response.text(), 'text/html'), chosen);
  } catch {
    elementAt('#read').textContent = 'The dashboard does not answer; this is what it showed last.';
  }
}

function start(refreshSeconds: number): void {
  const chosen: Chosen = {
    search: elementAt('#search'),
    selects: [...document.querySelectorAll<HTMLSelectElement>('.tools select')],
    state: '',
    ids: new Set(),
  };
  readUrl(chosen);
  apply(chosen);
  listen(chosen);
  if (refreshSeconds > 0)
    setInterval(() => {
      if (document.visibilityState === 'visible') void refresh(chosen);
    }, refreshSeconds * 1000);
}

/**
 * The script that filters, sorts, selects and refreshes the fleet page in the browser. It has the texts of the functions of this
 * file, which use nothing from outside.
 * @param refreshSeconds 0: the page is a file and never changes
 */
export function fleetScript(refreshSeconds: number): string {
  const functions = [
    elementAt,
    rowsOf,
    plain,
    readUrl,
    writeUrl,
    sortRows,
    showSelection,
    apply,
    listen,
    replace,
    refresh,
    start,
  ];
  return `(() => {${functions.join('\n')}\nstart(${refreshSeconds});})();`;
}
