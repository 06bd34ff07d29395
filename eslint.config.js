// What the type checker (tsconfig.json) does not see. Spaces and line breaks are prettier's.
import js from '@eslint/js';
import globals from 'globals';
import typescript from 'typescript-eslint';

const off = (...rules) => Object.fromEntries(rules.map((rule) => [rule, 'off']));

export default typescript.config(
  { ignores: ['**/*.d.ts', 'dist*/', 'node_modules/', 'target/', 'playwright-report/', 'test-results/'] },
  js.configs.recommended,
  { rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] } }, // Playwright's way to say “no fixture”
  { files: ['tests/**/*.js', '*.js'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  { files: ['public/**/*.js'], languageOptions: { globals: globals.browser } },
  { files: ['public/{sw,odds}.js', 'public/reader/worker.js'], languageOptions: { globals: globals.serviceworker } },
  // Words that any browser knows have no `catch` without a name.
  { files: ['public/page/cannot_run.js'], rules: { 'no-unused-vars': ['error', { caughtErrors: 'none' }] } },
  {
    files: ['**/*.ts'],
    extends: [typescript.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // What is read from storage or from files is JSON, which has no type.
      ...off(
        ...['argument', 'assignment', 'call', 'member-access', 'return'].map((kind) => `@typescript-eslint/no-unsafe-${kind}`),
        // Stand-ins keep the method that they replace, answer promises at once, and are put into pages as text.
        '@typescript-eslint/no-unnecessary-type-assertion', // sees a cast of `window` as needless
        '@typescript-eslint/unbound-method',
        '@typescript-eslint/require-await',
        '@typescript-eslint/restrict-template-expressions',
      ),
    },
  },
);
