import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import i18next from 'i18next';
import { flagDefaults } from '../../contract/flags.ts';
import type { Language } from '../../contract/languages.ts';
import { loadNamespaces, startLanguages } from './i18n.ts';

/** What people read of numbers: for each text the sentences of one number per plural form, in the words of the language. */
const sentences: Record<Language, string> = {
  en: `
    absences:days = 1 day / 2 days
    calendar:shifts = 1 shift / 2 shifts
    calendar:showAll = Show the 1 shift / Show all 2 shifts
    enterCode:attemptsLeft = 1 attempt left. / 2 attempts left.
    imports:writeTitle = Write 1 row? / Write 2 rows?
    overview:ratings = 1 rating / 2 ratings
    reports:ratings = 1 rating / 2 ratings
    overview:waitingFormula = Request to answer, mean of 1 answered / Request to answer, mean of 2 answered
    privacy:keptDays = 1 day / 2 days
    retention:days = 1 day / 2 days
    serviceAccounts:days = 1 day / 2 days
    serviceAccounts:hours = Stays valid for 1 hour / Stays valid for 2 hours
    shell:idleTitle = You will be signed out in 1 minute / You will be signed out in 2 minutes
    ui:formErrors = 1 field needs your attention / 2 fields need your attention
    webhooks:attempts = 1 attempt / 2 attempts
  `,
  lt: `
    absences:days = 1 diena / 2 dienos / 11 dienų
    calendar:shifts = 1 pamaina / 2 pamainos / 5 pamainos / 11 pamainų / 21 pamaina / 22 pamainos / 25 pamainos
    calendar:showAll = Rodyti 1 pamainą / Rodyti visas 2 pamainas / Rodyti visas 11 pamainų
    enterCode:attemptsLeft = Liko 1 bandymas. / Liko 2 bandymai. / Liko 11 bandymų.
    imports:writeTitle = Įrašyti 1 eilutę? / Įrašyti 2 eilutes? / Įrašyti 11 eilučių?
    overview:ratings = 1 įvertinimas / 2 įvertinimai / 11 įvertinimų
    reports:ratings = 1 įvertinimas / 2 įvertinimai / 11 įvertinimų
    overview:waitingFormula = Nuo užsakymo iki atsakymo; 1 užsakymo, į kurį atsiliepta, vidurkis / Nuo užsakymo iki atsakymo; 2 užsakymų, į kuriuos atsiliepta, vidurkis / Nuo užsakymo iki atsakymo; 11 užsakymų, į kuriuos atsiliepta, vidurkis
    privacy:keptDays = 1 diena / 2 dienos / 11 dienų
    retention:days = 1 diena / 2 dienos / 11 dienų
    serviceAccounts:days = 1 diena / 2 dienos / 11 dienų
    serviceAccounts:hours = Galioja dar 1 valandą / Galioja dar 2 valandas / Galioja dar 11 valandų
    shell:idleTitle = Po 1 minutės būsite atjungti / Po 2 minučių būsite atjungti / Po 11 minučių būsite atjungti
    ui:formErrors = Patikrinkite 1 lauką / Patikrinkite 2 laukus / Patikrinkite 11 laukų
    webhooks:attempts = 1 bandymas / 2 bandymai / 11 bandymų
  `,
  es: `
    absences:days = 1 día / 2 días
    calendar:shifts = 1 turno / 2 turnos
    calendar:showAll = Mostrar 1 turno / Mostrar los 2 turnos
    enterCode:attemptsLeft = Queda 1 intento. / Quedan 2 intentos.
    imports:writeTitle = ¿Escribir 1 fila? / ¿Escribir 2 filas?
    overview:ratings = 1 calificación / 2 calificaciones
    reports:ratings = 1 calificación / 2 calificaciones
    overview:waitingFormula = De la solicitud a la respuesta, promedio de 1 atendida / De la solicitud a la respuesta, promedio de 2 atendidas
    privacy:keptDays = 1 día / 2 días
    retention:days = 1 día / 2 días
    serviceAccounts:days = 1 día / 2 días
    serviceAccounts:hours = Sigue siendo válida 1 hora / Sigue siendo válida 2 horas
    shell:idleTitle = Su sesión se cerrará en 1 minuto / Su sesión se cerrará en 2 minutos
    ui:formErrors = Revise 1 campo / Revise 2 campos
    webhooks:attempts = 1 intento / 2 intentos
  `,
  ee: `
    absences:days = 1 päev / 2 päeva
    calendar:shifts = 1 vahetus / 2 vahetust
    calendar:showAll = Näita 1 vahetust / Näita kõiki 2 vahetust
    enterCode:attemptsLeft = Jäänud on 1 katse. / Jäänud on 2 katset.
    imports:writeTitle = Kas salvestada 1 rida? / Kas salvestada 2 rida?
    overview:ratings = 1 hinnang / 2 hinnangut
    reports:ratings = 1 hinnang / 2 hinnangut
    overview:waitingFormula = Tellimusest vastuseni, 1 vastatud tellimuse keskmine / Tellimusest vastuseni, 2 vastatud tellimuse keskmine
    privacy:keptDays = 1 päev / 2 päeva
    retention:days = 1 päev / 2 päeva
    serviceAccounts:days = 1 päev / 2 päeva
    serviceAccounts:hours = Kehtib veel 1 tunni / Kehtib veel 2 tundi
    shell:idleTitle = Teid logitakse 1 minuti pärast välja / Teid logitakse 2 minuti pärast välja
    ui:formErrors = Vaadake üle 1 väli / Vaadake üle 2 välja
    webhooks:attempts = 1 katse / 2 katset
  `,
  pt: `
    absences:days = 1 dia / 2 dias
    calendar:shifts = 1 turno / 2 turnos
    calendar:showAll = Mostrar 1 turno / Mostrar os 2 turnos
    enterCode:attemptsLeft = Resta 1 tentativa. / Restam 2 tentativas.
    imports:writeTitle = Gravar 1 linha? / Gravar 2 linhas?
    overview:ratings = 1 classificação / 2 classificações
    reports:ratings = 1 classificação / 2 classificações
    overview:waitingFormula = Do pedido à resposta, média de 1 atendido / Do pedido à resposta, média de 2 atendidos
    privacy:keptDays = 1 dia / 2 dias
    retention:days = 1 dia / 2 dias
    serviceAccounts:days = 1 dia / 2 dias
    serviceAccounts:hours = Continua válida 1 hora / Continua válida 2 horas
    shell:idleTitle = A sua sessão termina dentro de 1 minuto / A sua sessão termina dentro de 2 minutos
    ui:formErrors = Verifique 1 campo / Verifique 2 campos
    webhooks:attempts = 1 tentativa / 2 tentativas
  `,
  sk: `
    absences:days = 1 deň / 2 dni / 5 dní
    calendar:shifts = 1 zmena / 2 zmeny / 5 zmien / 11 zmien / 21 zmien / 22 zmien / 25 zmien
    calendar:showAll = Zobraziť 1 zmenu / Zobraziť všetky 2 zmeny / Zobraziť všetkých 5 zmien
    enterCode:attemptsLeft = Zostáva 1 pokus. / Zostávajú 2 pokusy. / Zostáva 5 pokusov.
    imports:writeTitle = Zapísať 1 riadok? / Zapísať 2 riadky? / Zapísať 5 riadkov?
    overview:ratings = 1 hodnotenie / 2 hodnotenia / 5 hodnotení
    reports:ratings = 1 hodnotenie / 2 hodnotenia / 5 hodnotení
    overview:waitingFormula = Od žiadosti po spojenie, priemer z 1 obslúženej / Od žiadosti po spojenie, priemer z 2 obslúžených / Od žiadosti po spojenie, priemer z 5 obslúžených
    privacy:keptDays = 1 deň / 2 dni / 5 dní
    retention:days = 1 deň / 2 dni / 5 dní
    serviceAccounts:days = 1 deň / 2 dni / 5 dní
    serviceAccounts:hours = Platí ešte 1 hodinu / Platí ešte 2 hodiny / Platí ešte 5 hodín
    shell:idleTitle = Odhlásime vás o 1 minútu / Odhlásime vás o 2 minúty / Odhlásime vás o 5 minút
    ui:formErrors = Skontrolujte 1 pole / Skontrolujte 2 polia / Skontrolujte 5 polí
    webhooks:attempts = 1 pokus / 2 pokusy / 5 pokusov
  `,
  is: `
    absences:days = 1 dagur / 2 dagar
    calendar:shifts = 1 vakt / 2 vaktir / 21 vakt
    calendar:showAll = Sýna 1 vakt / Sýna allar 2 vaktir
    enterCode:attemptsLeft = 1 tilraun eftir. / 2 tilraunir eftir.
    imports:writeTitle = Skrifa 1 línu? / Skrifa 2 línur?
    overview:ratings = 1 einkunn / 2 einkunnir
    reports:ratings = 1 einkunn / 2 einkunnir
    overview:waitingFormula = Frá beiðni að svari, meðaltal 1 svaraðrar beiðni / Frá beiðni að svari, meðaltal 2 svaraðra beiðna
    privacy:keptDays = 1 dagur / 2 dagar
    retention:days = 1 dagur / 2 dagar
    serviceAccounts:days = 1 dagur / 2 dagar
    serviceAccounts:hours = Gildir áfram í 1 klukkustund / Gildir áfram í 2 klukkustundir
    shell:idleTitle = Þú skráist út eftir 1 mínútu / Þú skráist út eftir 2 mínútur
    ui:formErrors = Yfirfara þarf 1 reit / Yfirfara þarf 2 reiti
    webhooks:attempts = 1 tilraun / 2 tilraunir
  `,
};

/** The keys of texts about a number of things. */
const counted = readdirSync('src/i18n/locales/en')
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) => {
    const keys = Object.keys(JSON.parse(readFileSync(`src/i18n/locales/en/${file}`, 'utf8')));
    return keys.flatMap((key) => (key.endsWith('_other') ? `${file.split('.')[0]}:${key.slice(0, -6)}` : []));
  });

test.each(Object.entries(sentences))('%s has the right form of the word for each number', async (language, lines) => {
  const unfollow = await startLanguages(
    {
      languages: [{ label: '', value: language as Language, instance: 'dev', direction: 'ltr' }],
      flags: flagDefaults,
    },
    ['app'],
  );
  const rows = lines
    .trim()
    .split(/\n\s*/)
    .map((line) => line.split(' = ') as [string, string]);
  expect(rows.map(([key]) => key).toSorted()).toEqual(counted.toSorted());
  await loadNamespaces(rows.map(([key]) => key.split(':')[0] as 'calendar'));
  const said = rows.map(([key, expected]) => [
    key,
    [...expected.matchAll(/\d+/g)]
      .map(([count]) => i18next.t(key as 'calendar:shifts', { count: Number(count), rows: count }))
      .join(' / '),
  ]);
  unfollow();
  expect(said).toEqual(rows);
});

test('a unit stays on the line of its number', () => {
  const broken = /\{+(?:seconds|minutes|hours|days)\}+ (?:s|min|mín|h|t|d|val|klst|sek)(?![\p{L}\d])/u;
  const files = readdirSync('src/i18n/locales', { recursive: true, encoding: 'utf8' });
  expect(
    files.filter((file) => file.endsWith('.json') && broken.test(readFileSync(`src/i18n/locales/${file}`, 'utf8'))),
  ).toEqual([]);
});
