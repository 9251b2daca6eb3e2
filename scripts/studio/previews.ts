import type { Figures } from '../../contract/figures.ts';
import { writePdf } from '../../server/documents/pdf.ts';
import { statisticsTable } from '../../server/figures/tables.ts';
import { fill, figureTexts } from '../../server/figures/words.ts';
import { deploymentOf } from '../../server/loadDeployment.ts';
import { codeMail } from '../../server/mail/codeMail.ts';
import { qrSvg } from '../../server/qr.ts';
import type { LoadedTenant } from '../../tenants/manifest.ts';

/** A mail as the backend sends it: the code of a sign-in, in the default language. */
export function mailPreview(loaded: LoadedTenant): string {
  const language = loaded.tenant.languages[0]?.value ?? 'en';
  return codeMail(deploymentOf(loaded), language, { code: '482913', validFor: 600_000 }).html ?? '';
}

/** Invented figures of a day. */
function figuresOf(day: number): Figures {
  const requests = 18 + ((day * 7) % 11);
  return {
    requests,
    answered: requests - 1,
    abandoned: 1,
    waiting: 0,
    unknown: 0,
    average_waiting: 21 + day,
    service_level: 86,
    average_duration: 1284,
    total_duration: 1284 * (requests - 1),
    average_feedback: 4.4,
    feedback_count: 3 + (day % 4),
  };
}

/** Statistics of two weeks as the backend writes them, with invented figures. */
export async function pdfPreview(loaded: LoadedTenant): Promise<Buffer> {
  const deployment = deploymentOf(loaded);
  const { country, flags, timeZone: zone, languages } = loaded.tenant;
  const language = languages[0]?.value ?? 'en';
  const days = Array.from({ length: 14 }, (_, index) => `2026-09-${String(index + 1).padStart(2, '0')}`);
  const now = new Date('2026-09-15T08:00:00Z');
  const range = { fromDay: '2026-09-01', toDay: '2026-09-14' };
  const table = statisticsTable(
    {
      language,
      country,
      flags,
      serviceLevelSeconds: loaded.manifest.serviceLevelSeconds,
      zone,
      now,
      range,
      query: { from_day: range.fromDay, to_day: range.toDay },
      scope: 'all',
      names: {},
    },
    days.map((day, index) => ({ bucket: { fromDay: day, toDay: day, from: now, to: now }, figures: figuresOf(index) })),
    figuresOf(3),
  );
  const words = figureTexts(language, { country });
  const parts: Buffer[] = [];
  const page = (number: number) => fill(words.page, { page: number });
  for await (const part of writePdf({
    ...table,
    brand: deployment,
    created: now,
    words: { totals: words.totals, page },
  }))
    parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** The QR code of a partner as the backend draws it: black on white in every brand, because scanners need the contrast. */
export function qrPreview({ id }: LoadedTenant): string {
  return qrSvg(`https://app.example/${id}/partner`);
}
