import { randomBytes } from 'node:crypto';
import type { LoadedTenant } from '../../tenants/manifest.ts';

/** A random text that replaces one value of one deployment. `field` is its path: `tenant.brand`, `tokens.light.accent`. */
export type RandomMarker = { owner: string; field: string };

/** Settings of the page that decide which files a bundle has, or that deployments of one country share. */
const kept = new Set(['country', 'languages', 'flags', 'allowedRoles']);

const digits = 7;

/**
 * Copies of deployments in which a random text replaces each value that is a deployment's own: id, brand, support contact, colours,
 * logos. All texts of one object begin with the same random letters, so one search finds every marker of every deployment.
 */
export class RandomMarkers {
  readonly #beginning = `m${randomBytes(8).toString('hex')}x`;
  readonly #markers: RandomMarker[] = [];

  readonly #byOwner = new Map<string, RandomMarker[]>();

  #next(owner: string, field: string): string {
    const marker = { owner, field };
    const index = this.#markers.push(marker) - 1;
    const markers = this.#byOwner.get(owner) ?? [];
    markers.push(marker);
    this.#byOwner.set(owner, markers);
    return `${this.#beginning}${String(index).padStart(digits, '0')}`;
  }

  #mark<Value>(owner: string, field: string, value: Value): Value {
    const mark = (at: string, inside: unknown): unknown => {
      if (typeof inside === 'string') return this.#next(owner, at);
      if (Buffer.isBuffer(inside)) return Buffer.from(`<svg>${this.#next(owner, at)}</svg>`);
      if (typeof inside !== 'object' || inside === null || Array.isArray(inside)) return inside;
      return Object.fromEntries(
        Object.entries(inside).map(([name, inner]) => [name, kept.has(name) ? inner : mark(`${at}.${name}`, inner)]),
      );
    };
    return mark(field, value) as Value;
  }

  /** The copy of a deployment with random texts. */
  copyOf(loaded: LoadedTenant): LoadedTenant {
    const { id, tenant, manifest, tokens, logos } = loaded;
    return {
      ...loaded,
      tenant: this.#mark(id, 'tenant', tenant),
      manifest: this.#mark(id, 'manifest', manifest),
      tokens: this.#mark(id, 'tokens', tokens),
      logos: this.#mark(id, 'logos', logos),
      isolationMarkers: [],
    };
  }

  /** Every marker of a deployment. */
  of(owner: string): RandomMarker[] {
    return this.#byOwner.get(owner) ?? [];
  }

  /** Every marker in a content, with its offset. */
  in(content: Buffer): { marker: RandomMarker; offset: number }[] {
    const found: { marker: RandomMarker; offset: number }[] = [];
    const { length } = this.#beginning;
    for (let at = content.indexOf(this.#beginning); at >= 0; at = content.indexOf(this.#beginning, at + length)) {
      const marker = this.#markers[Number(content.toString('latin1', at + length, at + length + digits))];
      if (marker) found.push({ marker, offset: at });
    }
    return found;
  }
}
