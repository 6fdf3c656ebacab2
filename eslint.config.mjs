// The linter of our JavaScript. Prettier formats it; both run in make check.
import js from '@eslint/js';
import compat from 'eslint-plugin-compat';
import globals from 'globals';

const SCRIPTS = ['src/js/**/*.js', 'public/**/*.js', 'pages/**/*.js', 'tests/bench/peers/*.js'];

export default [
  { ignores: ['dist/', 'target/', '.tools/', '**/node_modules/'] },
  js.configs.recommended,
  {
    files: SCRIPTS,
    languageOptions: { sourceType: 'script', globals: { ...globals.browser, ...globals.serviceworker, L: 'readonly' } },
  },
  // What the oldest browsers of `browserslist` in package.json do not have (docs/browsers.md).
  { files: ['src/js/**/*.{js,mjs}', 'public/**/*.js', 'pages/**/*.js'], ...compat.configs['flat/recommended'] },
  // For browsers that cannot read the others.
  { files: ['src/js/failure_box.js'], languageOptions: { ecmaVersion: 5 } },
  // Tests run in Node.js and hand functions over to the page.
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: { ...globals.node, ...globals.browser, bench: 'readonly', map: 'readonly' } },
  },
  {
    rules: {
      // Some catch blocks are comments; control characters and empty classes stand in patterns on purpose.
      'no-control-regex': 'off',
      'no-empty-character-class': 'off',
      'no-useless-assignment': 'off',
      // A fixture of Playwright names what it needs by destructuring, also where that is nothing.
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
      'no-empty': ['error', { allowEmptyCatch: true }],
      'no-unused-vars': [
        'error',
        {
          argsIgnorePattern: '^_',
          varsIgnorePattern: '^_$',
          destructuredArrayIgnorePattern: '^_',
          caughtErrors: 'none',
        },
      ],
    },
  },
  // Concatenated with the scripts that use its declarations.
  { files: ['tests/bench/peers/*.js'], rules: { 'no-unused-vars': 'off', 'no-undef': 'off' } },
];
