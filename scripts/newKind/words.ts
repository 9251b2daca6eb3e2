import type { Names } from './names.ts';

/** A new kind's translations: natural sentences that do not name the kind, so that only `title` and `one` are left to translate. */
const general: Record<string, { add: string; empty: string; emptyText: string; name: string }> = {
  ee: { add: 'Lisa', empty: 'Kirjeid veel ei ole', emptyText: 'Lisa esimene.', name: 'Nimi' },
  is: { add: 'Bæta við', empty: 'Engar færslur enn', emptyText: 'Bættu við þeirri fyrstu.', name: 'Heiti' },
  lt: { add: 'Pridėti', empty: 'Įrašų dar nėra', emptyText: 'Pridėkite pirmąjį.', name: 'Pavadinimas' },
  sk: { add: 'Pridať', empty: 'Zatiaľ žiadne záznamy', emptyText: 'Pridajte prvý.', name: 'Názov' },
  es: { add: 'Agregar', empty: 'Aún no hay registros', emptyText: 'Agregue el primero.', name: 'Nombre' },
  pt: { add: 'Adicionar', empty: 'Ainda não há registos', emptyText: 'Adicione o primeiro.', name: 'Nome' },
};

/** The translations of a kind by the folder of their language; Brazilian Portuguese holds only what differs from `pt`. */
export function translationsOf({ title, label }: Names): Record<string, Record<string, string>> {
  const named = { title, one: label };
  return {
    en: {
      ...named,
      add: `Add ${label.toLowerCase()}`,
      empty: `No ${title.toLowerCase()} yet`,
      emptyText: 'Add the first one.',
      name: 'Name',
    },
    ...Object.fromEntries(Object.entries(general).map(([language, words]) => [language, { ...named, ...words }])),
    'pt-BR': { empty: 'Ainda não há registros' },
  };
}
