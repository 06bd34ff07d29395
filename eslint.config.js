// Rules for what the type checker (tsconfig.json) does not find. prettier takes care of the layout.
import js from '@eslint/js';
import globals from 'globals';
import typescript from 'typescript-eslint';

const off = (...rules) => Object.fromEntries(rules.map((rule) => [rule, 'off']));

export default typescript.config(
  { ignores: ['**/*.d.ts', 'dist*/', 'node_modules/', 'target/', 'playwright-report/', 'test-results/'] },
  js.configs.recommended,
  { rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] } }, // Playwright needs `{}` for a test without fixtures
  { files: ['tests/**/*.js', '*.js'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  { files: ['public/**/*.js'], languageOptions: { globals: globals.browser } },
  { files: ['public/{sw,odds}.js', 'public/reader/worker.js'], languageOptions: { globals: globals.serviceworker } },
  // This script has to run in old browsers, which require a name after `catch`.
  { files: ['public/page/cannot_run.js'], rules: { 'no-unused-vars': ['error', { caughtErrors: 'none' }] } },
  {
    files: ['**/*.ts'],
    extends: [typescript.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // JSON from storage and from files has no type.
      ...off(
        ...['argument', 'assignment', 'call', 'member-access', 'return'].map((kind) => `@typescript-eslint/no-unsafe-${kind}`),
        // Stubs of browser functions store the method that they replace, return resolved promises, and are put into pages as text.
        '@typescript-eslint/no-unnecessary-type-assertion', // would remove casts of `window` that are needed
        '@typescript-eslint/unbound-method',
        '@typescript-eslint/require-await',
        '@typescript-eslint/restrict-template-expressions',
      ),
    },
  },
);
