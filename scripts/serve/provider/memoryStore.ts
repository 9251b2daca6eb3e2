import type { Adapter, AdapterPayload } from 'oidc-provider';

type Entry = { payload: AdapterPayload; ends: number };

/** Stores sessions, codes and tokens of a provider in memory. */
export function memoryStore(): (model: string) => Adapter {
  const entries = new Map<string, Entry>();
  const read = (key: string): AdapterPayload | undefined => {
    const entry = entries.get(key);
    if (!entry) return undefined;
    if (entry.ends > Date.now()) return entry.payload;
    entries.delete(key);
    return undefined;
  };
  return (model) => {
    const keyOf = (id: string) => `${model}:${id}`;
    const findBy = async (field: 'uid' | 'userCode', value: string) => {
      const match = [...entries].find(([key, { payload }]) => key.startsWith(`${model}:`) && payload[field] === value);
      return match ? read(match[0]) : undefined;
    };
    return {
      upsert: async (id, payload, expiresIn) => {
        entries.set(keyOf(id), { payload, ends: expiresIn ? Date.now() + expiresIn * 1000 : Infinity });
      },
      find: async (id) => read(keyOf(id)),
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (userCode) => findBy('userCode', userCode),
      consume: async (id) => {
        const payload = read(keyOf(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async (id) => {
        entries.delete(keyOf(id));
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key);
      },
    };
  };
}
