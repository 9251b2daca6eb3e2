/** The script of the studio: keeps the draft and its history, and shows each change in the previews. */

type Field = 'accent' | 'accentDark' | 'highlight' | 'panel' | 'neutral';
type LogoKind = 'light' | 'dark' | 'icon';
type Draft = {
  palette: Record<Field, string | null>;
  progress: string;
  drawing: number | null;
  languages: string[];
  flags: Record<string, boolean>;
  logos: Record<LogoKind, string | null>;
};
type Hint = {
  field: Field | 'progress' | 'languages' | 'other';
  level: 'error' | 'warning';
  message: string;
  fix: string;
};
type Colours = Record<'light' | 'dark', { accent: string; panel: string; line: string }>;
/** What the server says about a draft. */
type Shown = { draft: Draft; saved: Draft; css: string; colours: Colours; brand: string; hints: Hint[] };

const fields = ['accent', 'accentDark', 'highlight', 'panel', 'neutral', 'progress'] as const;
const logoKinds = ['light', 'dark', 'icon'] as const;
const frameSizes = { light: [1280, 800], dark: [1280, 800], phone: [390, 844], mail: [600, 560] } as const;
type FrameName = keyof typeof frameSizes;
/** Documents are drawn again when nothing has changed for this long, in milliseconds. */
const rest = 350;
/** Larger files are not read; the server knows the exact limit. */
const maxFileBytes = 500_000;

function find<Kind extends Element>(selector: string): Kind {
  const found = document.querySelector<Kind>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}
const all = <Kind extends Element>(selector: string) => [...document.querySelectorAll<Kind>(selector)];

const id = find<HTMLElement>('#studio').dataset['id'] ?? '';
const colourInput = (field: string) => find<HTMLInputElement>(`#colour-${field}`);
const hexInput = (field: string) => find<HTMLInputElement>(`[data-field="${field}"] .hex`);
const hintOf = (field: string) => find<HTMLElement>(`#hint-${field}`);
const pageChoice = find<HTMLSelectElement>('#page');
const defaultLanguage = find<HTMLSelectElement>('#default-language');
const message = find<HTMLElement>('#message');

let draft: Draft;
let shown: Shown;
/** Every state of this visit; `at` is the current one. */
let past: Draft[] = [];
let at = 0;

class Refused extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(problems.join(' '));
    this.problems = problems;
  }
}

async function call<Answer>(path: string, body?: object): Promise<Answer> {
  let response: Response;
  try {
    const posted = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    response = await fetch(path, body ? posted : {});
  } catch {
    throw new Refused(['The studio does not answer. Is its command still running? Your changes are still here.']);
  }
  const answer = (await response.json()) as Answer & { problems?: string[]; message?: string };
  if (!response.ok) throw new Refused(answer.problems ?? [answer.message ?? `Error ${response.status}`]);
  return answer;
}

/** Shows a message at the top: a result, or why something was refused. */
function say(title: string, lines: string[] = [], kind: 'good' | 'bad' = 'bad'): void {
  const heading = document.createElement('strong');
  heading.textContent = title;
  const list = document.createElement('ul');
  for (const line of lines) list.append(Object.assign(document.createElement('li'), { textContent: line }));
  const close = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Close' });
  close.addEventListener('click', () => (message.hidden = true));
  message.replaceChildren(heading, ...(lines.length ? [list] : []), close);
  message.className = `message ${kind}`;
  message.hidden = false;
}

function report(error: unknown, title: string): void {
  say(title, error instanceof Refused ? error.problems : [String(error)]);
}

// --- The editor -----------------------------------------------------------------------------------------------------

const colourOf = (field: string): string | null =>
  field === 'progress' ? draft.progress : draft.palette[field as Field];

/** What a colour is when it is automatic, for the picker to begin with. */
function automaticColour(field: string): string {
  if (field === 'accentDark') return shown.colours.dark.accent;
  return field === 'panel' ? shown.colours.light.panel : (draft.palette.accent ?? '#000000');
}

/** Shows the draft in the controls. */
function fill(): void {
  for (const field of fields) {
    const colour = colourOf(field);
    const automatic = document.querySelector<HTMLInputElement>(`[data-automatic="${field}"]`);
    if (automatic) automatic.checked = colour === null;
    colourInput(field).value = colour ?? automaticColour(field);
    const hex = hexInput(field);
    if (document.activeElement !== hex) hex.value = colour ?? 'auto';
  }
  for (const choice of all<HTMLInputElement>('[name="drawing"]'))
    choice.checked = Number(choice.value) === (draft.drawing ?? 0);
  const languages = all<HTMLInputElement>('[name="language"]');
  for (const choice of languages) choice.checked = draft.languages.includes(choice.value);
  defaultLanguage.replaceChildren(
    ...draft.languages.map((language) => {
      const name = languages.find(({ value }) => value === language)?.parentElement?.textContent?.trim() ?? language;
      return new Option(name, language);
    }),
  );
  defaultLanguage.value = draft.languages[0] ?? '';
  for (const choice of all<HTMLInputElement>('[name="flag"]')) choice.checked = draft.flags[choice.value] ?? false;
  for (const kind of logoKinds) {
    const image = find<HTMLImageElement>(`[data-logo="${kind}"] img`);
    const svg = draft.logos[kind];
    const source =
      svg === null ? `/preview/logo/${kind}` : `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    if (image.getAttribute('src') !== source) image.src = source;
  }
  const isChanged = JSON.stringify(draft) !== JSON.stringify(shown.saved);
  find<HTMLButtonElement>('#undo').disabled = at === 0;
  find<HTMLButtonElement>('#redo').disabled = at >= past.length - 1;
  find<HTMLButtonElement>('#save').disabled = !isChanged;
  find<HTMLButtonElement>('#export').disabled = !isChanged;
  find('#status').textContent = isChanged ? 'Not saved yet' : 'Nothing changed';
}

function showHints(): void {
  const names = new Map(
    fields.map((field) => [field as string, find(`label[for="colour-${field}"]`).textContent ?? '']),
  );
  for (const field of [...fields, 'languages']) {
    const hints = shown.hints.filter((hint) => hint.field === field);
    const target = hintOf(field);
    const text = hints.map((hint) => `${hint.message} ${hint.fix}`).join(' ');
    if (target.dataset['text'] === text) continue;
    target.dataset['text'] = text;
    target.dataset['level'] = hints.some(({ level }) => level === 'error') ? 'error' : 'warning';
    target.replaceChildren(...(text ? [Object.assign(document.createElement('p'), { textContent: text })] : []));
  }
  const summary = find('#summary');
  const errors = shown.hints.filter(({ level }) => level === 'error').length;
  const warnings = shown.hints.length - errors;
  summary.className = `summary ${errors ? 'bad' : warnings ? 'warn' : 'good'}`;
  const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
  const line = Object.assign(document.createElement('p'), {
    textContent: errors
      ? `${counted(errors, 'problem')} to solve before saving`
      : warnings
        ? `Everything can be read; ${counted(warnings, 'warning')}`
        : 'All checks pass: everything can be read, and no other brand looks alike.',
  });
  const list = document.createElement('ul');
  for (const { field, message: text, fix } of shown.hints) {
    const name = names.get(field);
    list.append(Object.assign(document.createElement('li'), { textContent: name ? name : `${text} ${fix}` }));
  }
  summary.replaceChildren(line, ...(shown.hints.length ? [list] : []));
}

/** Offers for each reported colour the nearest one that passes. */
async function offerFixes(): Promise<void> {
  const asked = draft;
  for (const field of fields) {
    const target = hintOf(field);
    if (!shown.hints.some((hint) => hint.field === field) || target.querySelector('button')) continue;
    const { colour } = await call<{ colour: string | null }>('/nearest', { draft: asked, field });
    if (asked !== draft) return;
    if (!colour) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'fix';
    const sample = document.createElement('span');
    sample.className = 'sample';
    sample.style.background = colour;
    button.append(sample, `Use the nearest colour that passes: ${colour}`);
    button.addEventListener('click', () => {
      change((next) => setColour(next, field, colour));
      colourInput(field).focus();
    });
    target.append(button);
  }
}

// --- The draft ------------------------------------------------------------------------------------------------------

function setColour(next: Draft, field: string, colour: string | null): void {
  if (field !== 'progress') next.palette[field as Field] = colour;
  else if (colour) next.progress = colour;
}

/** Changes the draft. A change that is still going on, such as dragging, adds no step to undo. */
function change(edit: (next: Draft) => void, isGoingOn = false): void {
  const next = structuredClone(draft);
  edit(next);
  draft = next;
  if (!isGoingOn && JSON.stringify(next) !== JSON.stringify(past[at])) {
    past = [...past.slice(0, at + 1), next];
    at = past.length - 1;
  }
  fill();
  void send();
}

function step(by: number): void {
  const next = past[at + by];
  if (!next) return;
  at += by;
  draft = next;
  fill();
  void send();
}

let isSending = false;
let resting: ReturnType<typeof setTimeout> | undefined;

/** Sends the draft; while one is on its way, only the newest is sent after it. */
async function send(): Promise<void> {
  if (isSending) return;
  isSending = true;
  find('#summary').ariaBusy = 'true';
  try {
    for (let sent: Draft | null = null; sent !== draft;) {
      sent = draft;
      const before = shown;
      shown = await call<Shown>('/draft', { draft: sent });
      showDraft(before);
    }
  } catch (error) {
    report(error, 'The change is not shown.');
  } finally {
    isSending = false;
    find('#summary').ariaBusy = 'false';
  }
}

function showDraft(before: Shown): void {
  fill();
  showHints();
  colourFrames();
  if (before.brand !== shown.brand) loadFrames();
  clearTimeout(resting);
  resting = setTimeout(() => {
    void showDocuments();
    offerFixes().catch((error: unknown) => report(error, 'No colour can be proposed.'));
  }, rest);
}

// --- The previews ---------------------------------------------------------------------------------------------------

const frames = all<HTMLIFrameElement>('iframe[data-frame]');
const nameOf = (frame: HTMLIFrameElement) => frame.dataset['frame'] as FrameName;

/** The address of the app in a frame: signed out for the sign-in page. */
function addressOf(name: string): string {
  const path = pageChoice.value;
  const out = path.startsWith('/auth/') ? '-out' : '';
  return `http://${name}${out}.${id}.localhost:${location.port}${path}`;
}

function isShown(name: string): boolean {
  const view = find<HTMLInputElement>('[name="view"]:checked').value;
  return view === 'all' || view === name;
}

function loadFrames(): void {
  for (const frame of frames) {
    const name = nameOf(frame);
    if (name !== 'mail' && isShown(name)) load(frame, addressOf(name));
  }
  for (const link of all<HTMLAnchorElement>('[data-open]')) {
    const name = link.dataset['open'] ?? '';
    link.href = ['light', 'dark', 'phone'].includes(name) ? addressOf(name) : `/preview/${name}`;
  }
}

/** The origins of the frames in which the app has started. */
const ready = new Map<HTMLIFrameElement, string>();

/** Loads a page in a frame. It is a picture until somebody tries it. */
function load(frame: HTMLIFrameElement, address: string): void {
  setTried(frame, false);
  ready.delete(frame);
  frame.src = address;
}

/** Lets people use the app in a frame, or makes it a picture again. */
function setTried(frame: HTMLIFrameElement, isTried: boolean): void {
  frame.inert = !isTried;
  const origin = ready.get(frame);
  if (origin) frame.contentWindow?.postMessage({ isTried }, origin);
  const button = frame.closest('.card')?.querySelector<HTMLButtonElement>('[data-try]');
  if (button) button.ariaPressed = String(isTried);
}

/** Sends the colours to the app in the frames, and shows them in the editor. */
function colourFrames(): void {
  for (const [frame, origin] of ready) frame.contentWindow?.postMessage({ css: shown.css }, origin);
  const drawings = find<HTMLElement>('.drawings');
  drawings.style.setProperty('--panel', shown.colours.light.panel);
  drawings.style.setProperty('--line', shown.colours.light.line);
}

type Pdf = {
  getDocument: (source: object) => { promise: Promise<PdfDocument> };
};
type PdfDocument = {
  getPage: (number: number) => Promise<{
    getViewport: (options: { scale: number }) => { width: number; height: number };
    render: (options: object) => { promise: Promise<void> };
  }>;
};

let pdfjs: Promise<Pdf> | null = null;
let drawnPdf = 0;

async function drawPdf(): Promise<void> {
  const turn = ++drawnPdf;
  const data = await (await fetch('/preview/pdf')).arrayBuffer();
  const path = '/client/pdfjs.mjs';
  pdfjs ??= import(path) as Promise<Pdf>;
  const pdf = await (await pdfjs).getDocument({ data, isEvalSupported: false }).promise;
  const page = await pdf.getPage(1);
  if (turn !== drawnPdf) return;
  const viewport = page.getViewport({ scale: 1.5 });
  const canvas = find<HTMLCanvasElement>('#pdf');
  canvas.width = viewport.width;
  canvas.height = viewport.height;
  await page.render({ canvas, canvasContext: canvas.getContext('2d'), viewport }).promise;
}

/** Draws mail and PDF again. */
async function showDocuments(): Promise<void> {
  try {
    if (isShown('mail'))
      find<HTMLIFrameElement>('[data-frame="mail"]').src = `/preview/mail?${shown.brand}${shown.css.length}`;
    if (isShown('pdf')) await drawPdf();
  } catch (error) {
    report(error, 'The PDF cannot be shown.');
  }
}

/** Scales the frames to their cards. */
function scaleFrames(): void {
  for (const frame of frames) {
    const [width, height] = frameSizes[nameOf(frame)];
    const stage = frame.parentElement;
    if (!stage?.clientWidth) continue;
    const room = stage.clientWidth;
    const scale = Math.min(1, room / width, nameOf(frame) === 'phone' ? 720 / height : 1);
    frame.style.width = `${width}px`;
    frame.style.height = `${height}px`;
    frame.style.transform = `scale(${scale})`;
    stage.style.height = `${Math.ceil(height * scale)}px`;
    stage.style.setProperty('--frame', `${Math.floor(width * scale)}px`);
  }
}

function showViews(): void {
  const view = find<HTMLInputElement>('[name="view"]:checked').value;
  for (const card of all<HTMLElement>('.card')) card.hidden = !isShown(card.dataset['view'] ?? '');
  find<HTMLElement>('#cards').dataset['view'] = view;
  for (const frame of frames) {
    const name = nameOf(frame);
    if (name !== 'mail' && isShown(name) && frame.src !== addressOf(name)) load(frame, addressOf(name));
  }
  scaleFrames();
  void showDocuments();
}

// --- Events ---------------------------------------------------------------------------------------------------------

async function takeLogo(kind: LogoKind, file: File): Promise<void> {
  const target = hintOf(`logo-${kind}`);
  const refuse = (lines: string[]) =>
    target.replaceChildren(
      ...[`“${file.name}” was not taken.`, ...lines].map((line) =>
        Object.assign(document.createElement('p'), { textContent: line }),
      ),
    );
  if (file.size > maxFileBytes)
    return refuse(['The file is too large. Save it as plain SVG, without embedded pictures.']);
  const text = await file.text();
  try {
    await call('/logo', { kind, text });
    target.replaceChildren();
    change((next) => {
      next.logos[kind] = text;
    });
  } catch (error) {
    refuse(error instanceof Refused ? error.problems.slice(0, 4) : [String(error)]);
  }
}

function followColours(): void {
  for (const field of fields) {
    const input = colourInput(field);
    input.addEventListener('input', () => change((next) => setColour(next, field, input.value), true));
    input.addEventListener('change', () => change((next) => setColour(next, field, input.value)));
    const hex = hexInput(field);
    hex.addEventListener('change', () => {
      const typed = hex.value.trim().replace(/^(?!#)/, '#');
      if (/^#[0-9a-f]{6}$/i.test(typed)) change((next) => setColour(next, field, typed.toLowerCase()));
      else
        hintOf(field).replaceChildren(
          Object.assign(document.createElement('p'), {
            textContent: `“${hex.value}” is no colour. Write # and six digits, for example #1a6b54.`,
          }),
        );
    });
    const automatic = document.querySelector<HTMLInputElement>(`[data-automatic="${field}"]`);
    automatic?.addEventListener('change', () =>
      change((next) => setColour(next, field, automatic.checked ? null : automaticColour(field))),
    );
  }
  find('#propose').addEventListener('click', () => {
    call<{ draft: Draft; from: string[] }>('/propose', { draft }).then(
      ({ draft: proposed, from }) => {
        find('#hint-propose').textContent = `Proposed from the logo’s colours: ${from.join(', ')}. Undo takes it back.`;
        change((next) => Object.assign(next, proposed));
      },
      (error: unknown) => report(error, 'No colours can be proposed.'),
    );
  });
}

function followChoices(): void {
  for (const choice of all<HTMLInputElement>('[name="drawing"]'))
    choice.addEventListener('change', () => change((next) => (next.drawing = Number(choice.value) || null)));
  for (const choice of all<HTMLInputElement>('[name="language"]'))
    choice.addEventListener('change', () =>
      change((next) => {
        next.languages = choice.checked
          ? [...next.languages, choice.value]
          : next.languages.filter((language) => language !== choice.value);
      }),
    );
  defaultLanguage.addEventListener('change', () =>
    change((next) => {
      const first = defaultLanguage.value;
      next.languages = [first, ...next.languages.filter((language) => language !== first)];
    }),
  );
  for (const choice of all<HTMLInputElement>('[name="flag"]'))
    choice.addEventListener('change', () => change((next) => (next.flags[choice.value] = choice.checked)));
  for (const kind of logoKinds) {
    const row = find<HTMLElement>(`[data-logo="${kind}"]`);
    const input = find<HTMLInputElement>(`#logo-${kind}`);
    input.addEventListener('change', () => {
      const [file] = input.files ?? [];
      if (file) void takeLogo(kind, file);
      input.value = '';
    });
    row.addEventListener('dragover', (event) => {
      event.preventDefault();
      row.dataset['over'] = '';
    });
    row.addEventListener('dragleave', () => delete row.dataset['over']);
    row.addEventListener('drop', (event) => {
      event.preventDefault();
      delete row.dataset['over'];
      const [file] = event.dataTransfer?.files ?? [];
      if (file) void takeLogo(kind, file);
    });
  }
}

async function save(): Promise<void> {
  try {
    const { files, ...saved } = await call<Shown & { files: string[] }>('/save', { draft });
    shown = saved;
    draft = saved.draft;
    past = [draft];
    at = 0;
    fill();
    showHints();
    say(`Saved: ${files.join(', ')}`, [], 'good');
  } catch (error) {
    report(error, 'Nothing was saved. Please solve this first; your changes are still here.');
  }
}

async function exportPatch(): Promise<void> {
  try {
    const { patch } = await call<{ patch: string }>('/patch', { draft });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([patch], { type: 'text/x-diff' }));
    link.download = `${id}.patch`;
    link.click();
    say(`Exported ${id}.patch: a developer applies it with “git apply ${id}.patch”.`, [], 'good');
  } catch (error) {
    report(error, 'The patch could not be made.');
  }
}

function followKeys(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  // In a text field, the browser undoes typing.
  if (event.target instanceof HTMLInputElement && event.target.type === 'text') return;
  const key = event.key.toLowerCase();
  if (key === 'z') step(event.shiftKey ? 1 : -1);
  else if (key === 'y') step(1);
  else if (key === 's') void save();
  else return;
  event.preventDefault();
}

async function start(): Promise<void> {
  shown = await call<Shown>('/draft');
  ({ draft } = shown);
  past = [draft];
  if (JSON.stringify(draft) !== JSON.stringify(shown.saved)) past = [shown.saved, draft];
  at = past.length - 1;
  fill();
  showHints();
  followColours();
  followChoices();
  find('#undo').addEventListener('click', () => step(-1));
  find('#redo').addEventListener('click', () => step(1));
  find('#save').addEventListener('click', () => void save());
  find('#export').addEventListener('click', () => void exportPatch());
  find('#reload').addEventListener('click', () => {
    loadFrames();
    void showDocuments();
  });
  pageChoice.addEventListener('change', loadFrames);
  for (const view of all('[name="view"]')) view.addEventListener('change', showViews);
  document.addEventListener('keydown', followKeys);
  // A frame asks for the colours when its first script runs.
  addEventListener('message', ({ origin, data, source }) => {
    const frame = frames.find(({ contentWindow }) => contentWindow === source);
    if (!frame || data !== 'ready' || !origin.endsWith(`.${id}.localhost:${location.port}`)) return;
    ready.set(frame, origin);
    colourFrames();
  });
  for (const frame of frames) {
    frame.parentElement?.addEventListener('click', () => setTried(frame, true));
    const button = frame.closest('.card')?.querySelector('[data-try]');
    button?.addEventListener('click', () => setTried(frame, frame.inert));
  }
  new ResizeObserver(scaleFrames).observe(find('#cards'));
  addEventListener('beforeunload', (event) => {
    if (isSending || !find<HTMLButtonElement>('#save').disabled) event.preventDefault();
  });
  // A dropped file beside a logo must not replace the page.
  for (const name of ['dragover', 'drop']) document.addEventListener(name, (event) => event.preventDefault());
  colourFrames();
  loadFrames();
  showViews();
}

start().catch((error: unknown) => report(error, 'The studio could not start.'));
