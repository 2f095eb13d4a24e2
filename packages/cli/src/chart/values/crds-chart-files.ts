import type { ChartNames } from '../objects/chart-names.ts';
import { text } from '../../scaffold/scaffold-file.ts';
import { chartDefinition, HELM_IGNORE, nameHelpers } from './chart-files.ts';
import { keepDefinitions, nameValues, partValues, value, type ValueFacts, valueRules } from './chart-values.ts';
import { printValues, printValuesSchema, type ValueDefinition } from './value-definition.ts';

/** The names in the chart of the CRDs: those of the operator's release, which is another one. */
export function namesOfCrdsChart(operator: ChartNames): ChartNames {
  return {
    ...operator,
    chart: `${operator.chart}-crds`,
    releaseNamespace: '(default .Release.Namespace .Values.operator.namespace)',
  };
}

/** What the chart of the CRDs has beside `templates`: the texts of these say which values it needs. */
export function crdsChartFiles(
  { chart, project }: ChartNames,
  facts: ValueFacts,
  templates: readonly string[],
): Record<string, string> {
  const isUsed = ({ path }: ValueDefinition): boolean => templates.some((one) => one.includes(`.Values.${path}`));
  const values = [...nameValues, ...operatorValues(project), keepDefinitions, ...partValues(facts).filter(isUsed)];
  const hasBoth = ['certManager', 'ownCertificates'].every((part) =>
    values.some(({ path }) => path === `${part}.enabled`),
  );
  const rules = hasBoth ? valueRules(facts) : [];
  const title = `The values of the chart ${chart}: what the operator's chart has too must be the same there.`;
  return {
    'Chart.yaml': chartDefinition(chart, `The CustomResourceDefinitions of the operator ${project}.`),
    '.helmignore': HELM_IGNORE,
    'values.yaml': printValues(title, values),
    'values.schema.json': printValuesSchema(values, rules),
    'templates/_helpers.tpl': nameHelpers(chart, { name: `"${project}"`, release: '.Values.operator.release' }),
    'templates/NOTES.txt': notes,
  };
}

function operatorValues(project: string): ValueDefinition[] {
  const name = { type: 'string', minLength: 1 };
  return [
    value('operator.release', 'The release of the operator, whose webhooks convert objects.', project, name),
    value('operator.namespace', 'Its namespace. Empty: that of this release.', '', { type: 'string' }),
  ];
}

const notes = text(`
  The CustomResourceDefinitions of {{ .Chart.Name }} {{ .Chart.AppVersion }} are installed.
  {{- if .Values.crd.keep }}

  They, and the objects of their kinds, stay when the release is uninstalled.
  {{- end }}
`);
