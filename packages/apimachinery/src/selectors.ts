/** Label and field selectors. */
export {
  type FieldRequirement,
  type FieldSelector,
  formatFieldSelector,
  matchesFields,
  parseFieldSelector,
} from './selector/field-selector.ts';
export {
  selectsEverything,
  formatLabelSelector,
  type LabelOperator,
  labelRequirement,
  type LabelRequirement,
  type Labels,
  type LabelSelector,
  labelSelectorFromLabels,
  labelSelectorOf,
  type LabelSelectorSpec,
  labelsMatch,
  matchesLabels,
  selectsNothing,
} from './selector/label-selector.ts';
export { parseLabelSelector } from './selector/parse-label-selector.ts';
export { SelectorError } from './selector/selector-error.ts';
