/** The style sheet of the documentation, light or dark according to the reader's system. */
export const docsStyle = `:root {
  color-scheme: light dark;
  --text: #1b1f24; --faint: #57606a; --line: #d0d7de; --ground: #ffffff; --code: #f3f5f7; --link: #0b57d0;
}
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --faint: #9aa5b1; --line: #353c45; --ground: #12161b; --code: #1c222a; --link: #7db3ff; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; display: grid; grid-template: 'head head' auto 'menu text' 1fr / 15rem minmax(0, 1fr);
  color: var(--text); background: var(--ground); font: 16px/1.6 system-ui, sans-serif;
}
a { color: var(--link); }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: .5rem; padding: .25rem .5rem; background: var(--ground); }
header { grid-area: head; display: flex; justify-content: space-between; padding: .75rem 1.5rem; border-bottom: 1px solid var(--line); }
header a { color: inherit; text-decoration: none; }
header a:first-child { font-weight: 600; }
.menu { grid-area: menu; padding: 1rem 1.5rem; border-right: 1px solid var(--line); font-size: .9rem; }
.menu > summary { display: none; }
.menu h2 { margin: 1rem 0 .25rem; font-size: .8rem; color: var(--faint); }
.menu section:first-child h2 { margin-top: 0; }
.menu ul { margin: 0; padding: 0; list-style: none; }
.menu li a { display: block; padding: .15rem 0; color: inherit; text-decoration: none; }
.menu li a:hover { text-decoration: underline; }
.menu a[aria-current] { font-weight: 600; color: var(--link); }
main { grid-area: text; width: 100%; max-width: 54rem; padding: 1rem 2rem 4rem; }
main { overflow-wrap: break-word; }
h1, h2, h3 { overflow-wrap: anywhere; }
h1 { font-size: 1.9rem; line-height: 1.2; }
.sections { padding: .4rem 1rem; border: 1px solid var(--line); border-radius: 8px; font-size: .92rem; }
.sections ul { margin: .4rem 0; padding-left: 1.2rem; columns: 2 16rem; }
.sections summary { cursor: pointer; }
h2 { margin-top: 2.2rem; padding-bottom: .2rem; border-bottom: 1px solid var(--line); }
code { padding: .1em .3em; border-radius: 4px; background: var(--code); font-size: .88em; overflow-wrap: anywhere; }
pre { padding: .9rem 1rem; border-radius: 8px; overflow-x: auto; background: var(--code); line-height: 1.45; }
pre code { padding: 0; background: none; overflow-wrap: normal; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: .92rem; }
th, td { padding: .35rem .7rem; border: 1px solid var(--line); text-align: left; vertical-align: top; }
td:first-child code { overflow-wrap: normal; }
img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 6px; }
blockquote { margin: 1rem 0; padding: 0 1rem; border-left: 3px solid var(--line); color: var(--faint); }
@media (max-width: 50rem) {
  body { display: block; }
  .menu { border-right: 0; border-bottom: 1px solid var(--line); }
  .menu > summary { display: list-item; cursor: pointer; }
  main { padding: 1rem 1.2rem 3rem; }
}
@media print { header, .menu { display: none; } }
`;
