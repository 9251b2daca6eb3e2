/** A step of `ship --affected`, as a webhook receives it. */
export type Step = {
  step:
    | 'started'
    | 'excluded'
    | 'wave started'
    | 'shipped'
    | 'checked'
    | 'failed'
    | 'rolled back'
    | 'wave finished'
    | 'finished'
    | 'stopped';
  commit: string;
  wave?: string;
  tenant?: string;
  version?: string;
  /** Why it failed, stopped or was excluded. */
  reason?: string;
};

export type Tell = (step: Step) => Promise<void>;

/**
 * Reports each step to `report`, and as JSON (with `time`, RFC 3339) by POST to a webhook. A webhook that does not answer is reported and
 * stops nothing.
 */
export function teller(webhook: string | undefined, report: (line: string) => void): Tell {
  return async ({ step, wave, tenant, version, reason, commit }) => {
    const subject =
      [tenant, version].filter(Boolean).join(' ') || (wave ? `wave ${wave}` : `commit ${commit.slice(0, 12)}`);
    report(`${subject}: ${step}${reason ? `: ${reason}` : ''}`);
    if (webhook === undefined) return;
    const body = JSON.stringify({ time: new Date().toISOString(), step, commit, wave, tenant, version, reason });
    try {
      const response = await fetch(webhook, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
        signal: AbortSignal.timeout(10_000),
      });
      if (!response.ok) report(`The webhook answers ${response.status}`);
    } catch (error) {
      report(`The webhook does not answer (${String(error)})`);
    }
  };
}
