/** CSS of the fleet page, beside that of `plainPage`. */
export const fleetStyle = `
:root{--good:#146c43;--good-soft:#e3f4ea;--warning:#8a4b00;--warning-soft:#fdf0da;--bad:#b3261e;--bad-soft:#fce8e6;--unknown:#565d70;--unknown-soft:#eceef3;--card:#fff;--ground:#f6f7f9}
@media (prefers-color-scheme:dark){:root{--good:#7fd6a4;--good-soft:#15301f;--warning:#f5bf6b;--warning-soft:#36270d;--bad:#ff9d94;--bad-soft:#3c1a17;--unknown:#b3bacb;--unknown-soft:#292d37;--card:#1b1d24;--ground:#131419}}
html{background:var(--ground)}
body{max-width:1480px;padding:16px 24px 96px;background:var(--ground)}
h1{font-size:30px;line-height:36px;letter-spacing:-.02em;margin:0}
.top{display:flex;flex-wrap:wrap;align-items:baseline;gap:4px 24px;margin-bottom:10px}.top p{margin:0}
.tiles{display:flex;flex-wrap:wrap;gap:8px;margin:0 0 10px;padding:0;list-style:none}
button,input,select{font:inherit;color:inherit}
.tile{display:flex;align-items:center;gap:10px;min-height:44px;padding:2px 14px 2px 10px;border:1px solid var(--line);border-radius:12px;background:var(--card);cursor:pointer;text-align:start}
.tile b{display:block;font-size:20px;line-height:24px;font-variant-numeric:tabular-nums}.tile span{font-size:14px;line-height:18px}
.tile[aria-pressed=true]{border-color:currentColor;box-shadow:inset 0 0 0 1px currentColor}
.sign{display:inline-grid;place-items:center;flex:none;width:28px;height:28px;border-radius:50%;font-weight:700;font-size:15px;line-height:1;color:var(--tone);background:var(--tone-soft)}
.good{--tone:var(--good);--tone-soft:var(--good-soft)}.warning{--tone:var(--warning);--tone-soft:var(--warning-soft)}.bad{--tone:var(--bad);--tone-soft:var(--bad-soft)}.unknown{--tone:var(--unknown);--tone-soft:var(--unknown-soft)}
.tools{display:flex;flex-wrap:wrap;align-items:end;gap:12px;margin-bottom:10px}
.tools label{display:grid;gap:2px;font-size:13px;line-height:18px;color:var(--muted)}
.tools input,.tools select{min-height:40px;padding:6px 12px;border:1px solid var(--line);border-radius:10px;background:var(--card);color:CanvasText;font-size:15px}
.tools input{width:260px}
.tools output{margin-inline-start:auto;padding:10px 0;font-size:14px;line-height:20px;color:var(--muted)}
.rows{display:grid;grid-template-columns:minmax(0,1fr);gap:0;margin:0;padding:0;list-style:none;border:1px solid var(--line);border-radius:12px}
.row:first-child{border-radius:11px 11px 0 0}.row:last-child{border-radius:0 0 11px 11px;border-block-end:0}
.row{display:grid;grid-template-columns:24px minmax(0,.65fr) minmax(0,1.28fr) minmax(0,1.7fr) minmax(0,1.27fr) 52px;gap:0 10px;align-items:center;padding:2px 12px;border-block-end:1px solid var(--line);background:var(--card)}
.row>*{min-width:0}.row[hidden]{display:none}
.row.down,.row.bytes{border-inline-start:4px solid var(--bad)}
.row>input{width:24px;height:24px;margin:0;accent-color:var(--link)}
.who{display:flex;align-items:center;gap:12px;min-width:0}
.mark{display:grid;place-items:center;flex:none;width:28px;height:28px;border-radius:7px;overflow:hidden;background:var(--unknown-soft)}.mark img{width:28px;height:28px}
h2{margin:0;font-size:15px;line-height:20px;overflow-wrap:anywhere}h2 a{color:inherit;text-decoration:none}h2 a:hover{text-decoration:underline}
.who p,.state p{margin:0;font-size:12px;line-height:16px;color:var(--muted)}
.state{display:flex;gap:10px;align-items:start;min-width:0}.state b{color:var(--tone)}.state p{overflow-wrap:anywhere}
.versions{min-width:0}.versions dl{display:grid;grid-template-columns:repeat(3,minmax(64px,auto));gap:0 14px;margin:0;justify-content:start}
.versions dt{font-size:12px;line-height:16px;color:var(--muted)}.versions div{min-width:0}.versions dd{margin:0;font-size:14px;line-height:20px;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.versions dl:not(:has(.differs)) div:not(:last-child),.versions dl:not(:has(.differs)) dt{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.versions .differs dd{font-weight:700;color:var(--warning)}
.versions p{margin:0;font-size:12px;line-height:16px;color:var(--muted)}
.checks{display:flex;flex-wrap:wrap;gap:2px 4px;margin:0;padding:0;list-style:none}
.checks li{position:relative;min-width:0;display:flex;align-items:center;gap:4px;padding:1px 8px 1px 2px;border-radius:99px;font-size:12px;line-height:18px;background:var(--tone-soft);color:var(--tone);white-space:nowrap}
.checks .good{padding:1px 2px}.checks .good .label{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.checks i{display:grid;place-items:center;width:18px;height:18px;font-style:normal;font-weight:700;font-size:12px}
.row details[open]{grid-column:2/-1}.row details{font-size:14px;line-height:20px}
summary{display:inline-block;padding:4px 0;min-height:24px;color:var(--link);font-size:13px}
.facts{display:grid;grid-template-columns:minmax(110px,max-content) 1fr;gap:4px 16px;margin:6px 0 8px}.facts dt{color:var(--muted)}.facts dd{margin:0;overflow-wrap:anywhere}
.facts ul{margin:0;padding-inline-start:18px}.facts .t{color:var(--tone);font-weight:600}
.pictures{display:flex;flex-wrap:wrap;gap:12px;margin-top:6px}.pictures img{display:block;max-width:100%;height:auto;border:1px solid var(--line);border-radius:8px}
code{overflow-wrap:anywhere}
.bar{position:fixed;inset:auto 0 0;display:flex;flex-wrap:wrap;align-items:center;gap:10px 16px;padding:12px max(24px,calc((100vw - 1432px)/2));border-top:1px solid var(--line);background:var(--card);box-shadow:0 -6px 24px rgb(0 0 0/.12)}
.bar[hidden]{display:none}.bar code{flex:1;min-width:min(100%,280px);max-height:84px;overflow:auto;padding:9px 12px;border-radius:8px;background:var(--unknown-soft);user-select:all}
.button{min-height:40px;padding:6px 16px;border:1px solid var(--line);border-radius:10px;background:var(--card);font-weight:600;cursor:pointer}
.nothing{padding:40px 16px;text-align:center;color:var(--muted)}
.hint{margin:24px 0 0;font-size:14px;line-height:22px;color:var(--muted);max-width:90ch}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:6px}
.vh{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (max-width:1180px){.row{grid-template-columns:28px minmax(0,1fr) minmax(0,1.2fr);padding:8px 12px}.checks,.row details{grid-column:2/-1}.versions{grid-column:2/-1}}
@media (max-width:700px){body{padding:20px 14px 160px}.row{grid-template-columns:28px minmax(0,1fr);padding:14px}.state,.versions,.checks,.row details{grid-column:1/-1}.state,.versions{margin-top:6px}.tools label,.tools input,.tools select{width:100%}.tools label{flex:1 1 40%}.tools label:first-child{flex-basis:100%}.tools output{margin:0;padding:0}.tile{flex:1 1 44%}.facts{grid-template-columns:1fr;gap:0}.facts dd{margin-bottom:8px}}
@media (prefers-contrast:more){.row,.tile{border-color:currentColor}}
@media print{.bar,.tools{display:none}.row{break-inside:avoid}}
`;
