import type { GeneratedFile, SourceReader } from '@kb/codegen';
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { CliError } from '../cli-error.ts';
import {
  CUSTOM_DASHBOARD,
  CUSTOM_METRICS,
  customDashboard,
  type CustomMetric,
  metricTypes,
} from '../scaffold/templates/grafana/custom-metrics.ts';
import { jsonText } from '../scaffold/templates/workspace/json-text.ts';

/**
 * The dashboard of the metrics that an author listed, made again from the list; none as long as there was never a
 * metric. Throws a CliError for a list that cannot be read.
 */
export function customMetricsDashboard(reader: SourceReader): GeneratedFile[] {
  const text = reader.read(CUSTOM_METRICS);
  if (text === undefined) return [];
  const metrics = readCustomMetrics(text);
  if (metrics.length === 0 && reader.read(CUSTOM_DASHBOARD) === undefined) return [];
  return [{ path: CUSTOM_DASHBOARD, content: jsonText(customDashboard(metrics)) }];
}

const fields = ['metric', 'type', 'expr', 'unit'];

/** Throws the error about a node of the file. */
type Fail = (node: unknown, message: string, hint: string) => never;

/** Reads the list, which kubebuilder's plugin reads too. */
function readCustomMetrics(text: string): CustomMetric[] {
  const lineCounter = new LineCounter();
  const { errors, contents } = parseDocument(text, { lineCounter });
  const failAt = (offset: number, message: string, hint: string): never => {
    const { line, col } = lineCounter.linePos(offset);
    const place = `${CUSTOM_METRICS}:${Math.max(line, 1)}:${Math.max(col, 1)}`;
    throw new CliError('KB_CUSTOM_METRICS_INVALID', `${place}: ${message}`, { hint });
  };
  const fail: Fail = (node, message, hint) => failAt((isNode(node) && node.range?.[0]) || 0, message, hint);
  const [error] = errors;
  if (error) failAt(error.pos[0], error.message.split('\n', 1)[0] ?? '', 'Write valid YAML.');
  if (contents === null) return [];
  const list = isMap(contents) ? contents.get('customMetrics', true) : undefined;
  if (isScalar(list) && list.value === null) return [];
  if (!isSeq(list)) return fail(contents, 'there is no list customMetrics', 'Write "customMetrics: []" for no metric.');
  return list.items.map((item) => readMetric(item, fail));
}

function readMetric(item: unknown, fail: Fail): CustomMetric {
  if (!isMap(item)) return fail(item, 'a metric is not a map', 'Write "- metric: NAME".');
  const unknown = item.items.find(({ key }) => !(isScalar(key) && fields.includes(String(key.value))));
  if (unknown) fail(unknown.key, `unknown field ${String(unknown.key)}`, `A metric has ${fields.join(', ')}.`);
  const read = (name: string): string | undefined => {
    const node: unknown = item.get(name, true);
    if (node === undefined || (isScalar(node) && node.value === null)) return undefined;
    if (isScalar(node) && typeof node.value === 'string' && node.value.trim() !== '') return node.value;
    return fail(node, `${name} is not a text`, 'Write it in quotes.');
  };
  const metric = read('metric') ?? '';
  if (!/^[a-zA-Z_:][\w:]*$/.test(metric))
    fail(item, 'a metric needs its name, as Prometheus has it', 'Write "metric: shop_orders_total".');
  const given = read('type')?.toLowerCase();
  const type = metricTypes.find((one) => one === given);
  if (type === undefined) return fail(item, `the metric ${metric} needs a type`, `It is ${metricTypes.join(', ')}.`);
  return { metric, type, expr: read('expr'), unit: read('unit') };
}
