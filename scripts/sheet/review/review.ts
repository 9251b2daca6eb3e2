/** The script of the review: sends verdicts and shows them. */

type Verdict = 'accepted' | 'rejected' | 'undecided';

const changes = [...document.querySelectorAll<HTMLElement>('[data-change]')];
const errorLine = document.querySelector<HTMLElement>('#error');
const progress = document.querySelector<HTMLElement>('#progress');
const finish = document.querySelector<HTMLButtonElement>('#finish');
const words: Record<Verdict, string> = { accepted: 'Accepted', rejected: 'Rejected', undecided: '' };

/** Every change of the review, also those that a filter hides. */
const keys = [...document.querySelectorAll<HTMLElement>('[data-left]')].flatMap(keysOf);
let verdicts: Record<string, Verdict> = {};

function keysOf({ dataset }: HTMLElement): string[] {
  return (dataset['left'] ?? dataset['keys'] ?? '').split(' ').filter(Boolean);
}

const verdictOf = (key: string): Verdict => verdicts[key] ?? 'undecided';

function show(): void {
  for (const change of changes) {
    const verdict = verdictOf(change.dataset['change'] ?? '');
    change.dataset['state'] = verdict;
    const state = change.querySelector('.state');
    if (state && state.textContent !== words[verdict]) state.textContent = words[verdict];
    for (const button of change.querySelectorAll<HTMLButtonElement>('[data-verdict]'))
      button.ariaPressed = String(button.dataset['verdict'] === verdict);
  }
  for (const left of document.querySelectorAll<HTMLElement>('[data-left]')) {
    const groupKeys = keysOf(left);
    const open = groupKeys.filter((key) => verdictOf(key) === 'undecided').length;
    left.textContent = open ? `${open} of ${groupKeys.length} left` : 'decided';
  }
  const decided = keys.filter((key) => verdictOf(key) !== 'undecided').length;
  if (progress) progress.textContent = `${decided} of ${keys.length} pictures decided`;
}

function showError(message: string | null): void {
  if (!errorLine) return;
  errorLine.hidden = message === null;
  errorLine.textContent = message ?? '';
}

async function post(path: string, body: object): Promise<{ verdicts?: Record<string, Verdict>; message?: string }> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { verdicts?: Record<string, Verdict>; message?: string };
  if (!response.ok) throw new Error(answer.message ?? 'The review refused this.');
  return answer;
}

async function decide(wanted: string[], verdict: Verdict): Promise<void> {
  try {
    const answer = await post('/decide', { keys: wanted, verdict });
    verdicts = answer.verdicts ?? verdicts;
    showError(null);
    show();
  } catch (error) {
    showError(
      `Nothing was changed: ${error instanceof Error ? error.message : String(error)} Is the command still running?`,
    );
  }
}

document.addEventListener('click', (event) => {
  const button = (event.target as Element).closest<HTMLButtonElement>('button[data-verdict]');
  if (!button) return;
  const verdict = button.dataset['verdict'] as Verdict;
  // Pressing a chosen verdict again takes it back.
  void decide(keysOf(button), button.ariaPressed === 'true' ? 'undecided' : verdict);
});

finish?.addEventListener('click', () => {
  post('/finish', {}).then(
    () => {
      finish.disabled = true;
      for (const button of document.querySelectorAll('button')) button.disabled = true;
      if (progress) progress.textContent = 'Finished. The terminal shows the result; this page can be closed.';
    },
    (error: unknown) => showError(`The review could not be finished: ${String(error)}`),
  );
});

for (const change of changes) verdicts[change.dataset['change'] ?? ''] = change.dataset['state'] as Verdict;
show();
