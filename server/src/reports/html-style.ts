/** The style sheet of the HTML file: landscape A4 sheets, on screen and on paper. */
import { ink } from './ink.ts';
import { boxPadding, detailShare } from './page.ts';
import { fontStack } from './web-fonts.ts';

export const style = `
@page { size: A4 landscape; margin: 0 }
* { box-sizing: border-box; print-color-adjust: exact; -webkit-print-color-adjust: exact }
body { margin: 0; background: #e3e6e9; color: ${ink.text}; font: 10pt/1.4 ${fontStack}; font-variant-numeric: tabular-nums }
a { color: ${ink.accent}; text-decoration: none } a:hover, a:focus-visible { text-decoration: underline } td.right a[href^="#"] { color: inherit }
h1, h2, h3, h4, p, figure, dl, dd { margin: 0 }
h1 { font-size: 30pt; line-height: 1.25; margin: 20pt 0 6pt; overflow-wrap: anywhere }
h1 { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden }
h2 { font-size: 20pt; line-height: 1.25; display: flex; align-items: center; gap: 8pt; overflow-wrap: anywhere }
h2 .swatch { width: 16pt; height: 16pt }
h3 { font-size: 12pt; margin-bottom: 4pt } h4 { font-size: 9pt; margin-bottom: 3pt }
.page { width: 297mm; min-height: 209.5mm; margin: 8mm auto; padding: 34pt 34pt 48pt; background: #fff; position: relative; break-after: page; break-inside: avoid; box-shadow: 0 1px 6px #0003 }
.page:last-child { break-after: auto }
.cover { border-top: 8pt solid ${ink.accent} }
.note, .line, .quiet, .notes, .scale { color: ${ink.quiet} } .note { font-size: 9pt; margin-bottom: 12pt } .line { font-size: 11pt }
.logo { display: block; max-width: 170pt; max-height: 54pt; margin-top: 8pt }
.figures { display: grid; grid-auto-flow: column; grid-auto-columns: 1fr; gap: 10pt; margin: 16pt 0 22pt }
.figures div { background: ${ink.ground}; border-radius: 5pt; padding: 10pt 12pt; min-width: 0 }
.figures b { display: block; font-size: 22pt; line-height: 1.2 } .figures span { font-size: 9.5pt; color: ${ink.quiet}; overflow-wrap: anywhere }
.halves { display: grid; grid-template-columns: 1fr 1fr; gap: 28pt }
.halves > div { min-width: 0 }
.warnings { border-left: 3pt solid ${ink.box}; background: ${ink.ground}; margin-top: 8pt; padding: 4pt 10pt; font-size: 9.5pt }
.bar { display: grid; grid-template-columns: 124pt 1fr 44pt 46pt; gap: 6pt; align-items: center; height: 20pt }
.bar bdi, .video bdi, td, .lane bdi, figcaption a, .surfaces span { white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.bar bdi, .lane bdi, .video bdi { text-align: left }
.bar b, .bar em, .video b { font-weight: 400; font-style: normal; text-align: right } .bar i { display: block; height: 11pt; border-radius: 2pt; min-width: 1pt }
.video { display: flex; justify-content: space-between; gap: 10pt; line-height: 17pt }
.notes { position: absolute; bottom: 28pt; font-size: 9.5pt }
.wide { overflow-x: auto } .swipe { display: none; font-size: 9pt; color: ${ink.quiet}; text-align: right }
table { border-collapse: collapse; width: 100%; table-layout: fixed; font-size: 8.5pt }
th { font-size: 7.5pt; line-height: 1.2; color: ${ink.quiet}; text-align: left; vertical-align: bottom; border-bottom: 0.6pt solid ${ink.quiet}; padding: 3pt }
td { height: 19pt; padding: 0 3pt } tbody tr:nth-child(even) { background: ${ink.stripe} } .right { text-align: right }
.swatch { display: inline-block; flex: none; width: 8pt; height: 8pt; border-radius: 1.5pt; margin-right: 5pt }
h2 .swatch { margin: 0 } .mark { background: ${ink.ground}; border-radius: 9pt; padding: 3pt 8pt; font-size: 9pt; white-space: nowrap }
.right .signed { justify-content: flex-end } .signed { display: flex; align-items: center; gap: 2pt } .signed .swatch { margin-right: 3pt } .signed span { min-width: 0; overflow: hidden; text-overflow: ellipsis }
.stack { display: flex; height: 40pt; margin-top: 12pt } .stack i { font: 700 9pt/40pt ${fontStack}; color: #fff; text-align: center; overflow: hidden; border-right: 1px solid #fff }
.scale { display: flex; justify-content: space-between; font-size: 8pt; margin: 2pt 0 16pt }
.shares { font-size: 10.5pt } .shares td { height: 25pt } .shares tr:nth-child(even) { background: none }
.shares td:nth-child(1) { width: 200pt } .shares td:nth-child(3), .shares td:nth-child(4) { width: 70pt }
.share span { display: block; background: ${ink.ground} } .share i { display: block; height: 12pt }
.block { break-inside: avoid; margin-bottom: 12pt } .block h3 { display: flex; justify-content: space-between; font-size: 10.5pt } .block h3 a { color: inherit } .block h3 span { font-weight: 400; font-size: 9pt; color: ${ink.quiet} }
.lane { display: grid; grid-template-columns: 122pt 1fr; gap: 8pt; height: 14pt; font-size: 8.5pt; line-height: 14pt } .lane div { position: relative }
.lane a { position: absolute; top: 2.5pt; height: 9pt; min-width: 1.2pt } .lane a.said { width: 7pt; height: 7pt; top: 3.5pt; margin-left: -3.5pt; transform: rotate(45deg); border: 0.6pt solid #fff }
.axis { height: 18pt; color: ${ink.quiet} } .axis div { border-top: 0.6pt solid ${ink.quiet}; font-size: 7.5pt } .axis div span { position: absolute; top: 1pt; transform: translateX(-50%) } .axis div span:first-child { transform: none } .axis div span.near { transform: translateX(-100%) }
.sides { display: grid; grid-template-columns: 232pt 1fr; gap: 26pt; margin-top: 14pt } .sides > div { min-width: 0 }
dl div { display: flex; justify-content: space-between; gap: 8pt; border-bottom: 0.6pt solid ${ink.line}; font-size: 9pt; line-height: 16.4pt } dt { color: ${ink.quiet} } dd { font-weight: 700; text-align: right } .one { white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.sides .halves { margin-top: 12pt; gap: 12pt }
.fields { display: grid; grid-template-columns: repeat(3, 37pt); border: solid ${ink.line}; border-width: 0.6pt 0 0 0.6pt; width: fit-content } .fields span { position: relative; height: 24pt; line-height: 24pt; font-size: 8pt; text-align: center; border: solid ${ink.line}; border-width: 0 0.6pt 0.6pt 0; isolation: isolate } .fields i { position: absolute; inset: 0; z-index: -1 }
.surfaces { font-size: 8.5pt } .surfaces div { display: flex; justify-content: space-between; gap: 6pt }
.proofs { display: grid; grid-template-columns: 1fr 1fr; gap: 8pt 14pt } .proofs.single { grid-template-columns: 1fr } .proofs.grid { grid-template-columns: repeat(var(--columns), minmax(0, 1fr)) } .grid figcaption span { display: block; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.frame { position: relative; display: block; width: fit-content } .frame img { display: block; width: auto; height: auto; max-width: 100%; max-height: var(--high) } .single .frame img:not(.detail) { width: 516pt }
.frame .box { position: absolute; inset: max(0.6pt, var(--top) - ${boxPadding + 1.4}pt) max(0.6pt, var(--right) - ${boxPadding + 1.4}pt) max(0.6pt, var(--bottom) - ${boxPadding + 1.4}pt) max(0.6pt, var(--left) - ${boxPadding + 1.4}pt); border: 1.4pt solid ${ink.box}; outline: 0.6pt solid #fff } .frame img.detail { position: absolute; width: ${100 * detailShare}%; max-height: none; border: 1pt solid ${ink.box}; outline: 0.8pt solid #fff } .gone { display: grid; place-content: center; width: 200pt; height: 112pt; background: ${ink.ground}; color: ${ink.quiet} }
figcaption { font-size: 8pt; line-height: 11pt; color: ${ink.quiet} } figcaption a { display: block; color: inherit; font-weight: 700; color: ${ink.text} }
.method p { font-size: 9pt; line-height: 12.5pt; margin-bottom: 2.5pt } .method h3 { font-size: 11pt; margin: 9pt 0 2pt }
footer { position: absolute; left: 34pt; right: 34pt; bottom: 22pt; display: flex; justify-content: space-between; gap: 20pt; border-top: 0.6pt solid ${ink.line}; padding-top: 4pt; font-size: 8pt; color: ${ink.quiet} } footer a { color: inherit; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
@media screen and (max-width: 297mm) { .page { width: auto; margin: 0 0 8px } }
@media screen and (max-width: 760px) {
.page { min-height: 0; padding: 20px 16px 56px } .cover { padding-bottom: 24px } footer { left: 16px; right: 16px } .notes { position: static; margin-top: 16px } h1 { font-size: 22pt } h1, h2 { -webkit-line-clamp: none; display: block } h2 .swatch { margin-right: 8pt }
.figures { grid-auto-flow: row; grid-template-columns: 1fr 1fr } .figures b { font-size: 18pt }
.halves, .sides, .proofs, .proofs.single, .proofs.grid { display: block } .halves > div + div, .sides > div + div { margin-top: 18px }
.bar bdi, .video bdi, td, .lane bdi, figcaption a, .surfaces span, .one { white-space: normal; overflow: visible; overflow-wrap: anywhere }
.bar { height: auto; min-height: 20pt; grid-template-columns: minmax(0, 2fr) 3fr auto auto } .video { line-height: 1.35; padding: 3pt 0 }
.signed span { overflow: visible } .mark { margin-left: 8pt; display: inline-block } .swipe { display: block } .wide { margin: 0 -16px; padding: 0 16px; border-right: 3px solid ${ink.line} } .wide table { table-layout: auto; width: max-content } .wide td, .wide th { padding: 3pt 5pt; white-space: nowrap } .wide td:first-child { white-space: normal; width: 96pt; min-width: 96pt; max-width: 150pt; position: sticky; left: -16px; background: #fff; border-right: 0.6pt solid ${ink.line} } .wide tr:nth-child(even) td:first-child { background: ${ink.stripe} }
.shares td:nth-child(1) { width: 46% } .shares td:nth-child(3), .shares td:nth-child(4) { width: 27%; white-space: nowrap } .share { display: none } .stack i.slim { font-size: 0 }
.block .lane { display: block; height: auto } .lane div { height: 14pt } .lane.axis div { height: 18pt } .axis span:nth-child(even) { display: none }
.frame, .frame img:not(.detail) { width: 100%; max-height: none } figure { margin-bottom: 14px } .gone { width: 100% }
}
@media print { body { background: none } .page { margin: 0; box-shadow: none; height: 209.5mm; overflow: hidden } .wide { overflow: visible } }
`;
