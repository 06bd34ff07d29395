export default {
  extends: 'stylelint-config-standard',
  rules: {
    // Themes, scales and fonts stand in groups.
    'custom-property-empty-line-before': null,
    // esbuild puts the sheets together, and keeps the shorter form.
    'import-notation': 'string',
    // Sheets are sorted by what they draw; rules of different things say nothing about each other.
    'no-descending-specificity': null,
    // Safari and Chrome have understood ranges for a few years only.
    'media-feature-range-notation': 'prefix',
    // Safari still wants the prefix for these.
    'property-no-vendor-prefix': [true, { ignoreProperties: ['text-size-adjust', 'user-select'] }],
    // Names of fonts are spelled as their makers do.
    'value-keyword-case': ['lower', { ignoreProperties: ['/^--/'] }],
  },
};
