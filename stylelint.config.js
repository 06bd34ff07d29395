export default {
  extends: 'stylelint-config-standard',
  rules: {
    // Custom properties are grouped: themes, scales, fonts.
    'custom-property-empty-line-before': null,
    // esbuild bundles the sheets, and writes imports in this form.
    'import-notation': 'string',
    // The sheets are sorted by component, so a later rule may be less specific than an earlier one for something else.
    'no-descending-specificity': null,
    // Older versions of Safari and Chrome do not support ranges.
    'media-feature-range-notation': 'prefix',
    // Safari needs the prefix for these.
    'property-no-vendor-prefix': [true, { ignoreProperties: ['text-size-adjust', 'user-select'] }],
    // Custom properties may contain names of fonts, which have capitals.
    'value-keyword-case': ['lower', { ignoreProperties: ['/^--/'] }],
  },
};
