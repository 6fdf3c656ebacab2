// The frame of the static pages: the head, and the links between them. A page of `pages/` is the part below it.

/** For each page the class of its body, and for each language the file, its name in the links, and its title. */
const PAGES = [
  {
    en: ['accessibility.html', 'Accessibility', 'Accessibility statement'],
    cy: ['hygyrchedd.html', 'Hygyrchedd', 'Datganiad hygyrchedd'],
  },
  { en: ['privacy.html', 'Privacy', 'Privacy'], cy: ['preifatrwydd.html', 'Preifatrwydd', 'Preifatrwydd'] },
  {
    style: 'builder',
    en: ['builder.html', 'Put this on your site', 'Put this on your site'],
    cy: ['adeiladu.html', 'Rhowch hwn ar eich gwefan', 'Rhowch hwn ar eich gwefan'],
  },
  { en: ['assurance.html', 'For councils', 'For councils'], cy: ['sicrwydd.html', 'I gynghorau', 'I gynghorau'] },
];
const LANGUAGES = {
  en: { other: 'cy', links: 'Pages', home: '../', switched: 'Cymraeg' },
  cy: { other: 'en', links: 'Tudalennau', home: '../?lang=cy', switched: 'English' },
};

/** The parameters of a frame with their values: docs/embedding.md describes them. */
const PARAMETERS = {
  embed: 'map list status forecast',
  v: '1',
  'lat lon': 'lat=51.947&amp;lon=-3.391',
  r: '1 2 3 5 7 10 15 20 30 40 50 75 100',
  place: 'fixed free',
  county: 'county=powys',
  river: 'river=usk',
  'area station forecast day': 'area=103WAFUsk forecast=powys day=2026-11-21',
  lang: 'en cy',
  layers: 'both warnings rivers',
  theme: 'light dark auto',
  accent: '0b5c8a',
  height: 'fixed auto',
};

const codes = (words) => words.replaceAll(/\S+/g, '<code>$&</code>');
const row = ([names, values]) => `<tr><th scope="row">${codes(names)}</th><td>${codes(values)}</td></tr>`;
const table = () => `<div class="table"><table>${Object.entries(PARAMETERS).map(row).join('')}</table></div>`;

const framed = (content, language, page) => {
  const { other, links, home, switched } = LANGUAGES[language];
  const [file, , title] = page[language];
  const link = ([name, text]) => `<a href="${name}"${name === file ? ' aria-current="page"' : ''}>${text}</a>`;
  const [translation] = page[other];
  const style = page.style ? ` class="${page.style}"` : '';
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8" />
<title>${title} · Gorlif</title>
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<link rel="icon" href="../icon.svg" type="image/svg+xml" />
<link rel="stylesheet" href="pages.css" />
<link rel="alternate" hreflang="${other}" href="${translation}" />
</head>
<body${style}>
<nav aria-label="${links}">
<a href="${home}">Gorlif</a>
${PAGES.map((each) => link(each[language])).join('\n')}
<a href="${translation}" lang="${other}" hreflang="${other}">${switched}</a>
</nav>
${content.trim().replace('<!-- parameters -->', table)}
</body>
</html>
`;
};

/** The static pages of a language: the name of each file, and what makes the whole page of its content. */
export const staticPages = (language) =>
  PAGES.map((page) => [page[language][0], (content) => framed(content, language, page)]);

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
/** A page as plain text, without what leads to that. */
const plainText = (content) =>
  content
    .replace(/<p>(?:(?!<\/p>)[^])*\.txt"[^]*?<\/p>/, '')
    .replaceAll(/<!--[^]*?-->/g, '')
    // The lines of preformatted text stay, others are joined.
    .split(/(<pre>[^]*?<\/pre>)/)
    .map((part) => (part.startsWith('<pre>') ? part : part.replaceAll(/\s+/g, ' ')))
    .join('')
    .replaceAll(/ ?<h2>(.*?)<\/h2> ?/g, '\n== $1 ==\n\n')
    .replaceAll(/ ?<li> ?/g, '- ')
    .replaceAll(/ ?<\/li> ?/g, '\n')
    .replaceAll(/ ?<\/(?:h1|p|pre|ul)> ?/g, '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&([\w#]+);/g, (entity, name) => ENTITIES[name] ?? entity)
    .replaceAll(/^ +| +$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/** The pages that are also plain text: the files, and what makes the text of the page's content. */
export const plainPages = ['assurance', 'sicrwydd'].map((name) => [
  `${name}.html`,
  `${name}.txt`,
  (content) => `${plainText(content)}\n`,
]);
