/** A query of Prometheus, and the name of its series in the panel's legend. */
export interface PanelQuery {
  readonly expr: string;
  readonly legend: string;
}

/** A panel of a dashboard. */
export interface Panel {
  readonly title: string;
  readonly type: 'timeseries' | 'gauge' | 'stat';
  /** Grafana's name of the unit. Default: a plain number. */
  readonly unit?: string;
  /** Of the 24 columns of a dashboard. */
  readonly width: number;
  readonly queries: readonly PanelQuery[];
}

/** Panels beside each other, under a title that folds them. */
export interface PanelRow {
  readonly title: string;
  readonly panels: readonly Panel[];
}

/** What selects the series of an operator: the variables at the head of each dashboard. */
export const SELECTOR = 'job="$job", namespace="$namespace", pod=~"$pod"';

/** The metric that finds the operators of a Prometheus: every operator has it from its start. */
const FOUND_BY = 'controller_runtime_reconcile_total';
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };
const REFERENCES = 'ABCDEFGH';
const COLUMNS = 24;
const HEIGHT = 8;

/** The per-second rate of a counter over five minutes, summed up by labels. */
export function rate(counter: string, ...by: readonly string[]): string {
  return `sum(rate(${counter}{${SELECTOR}}[5m])) by (${by.join(', ')})`;
}

/** The median, the 90th and the 99th percentile of a histogram over five minutes, by a label. */
export function percentiles(histogram: string, by: string): PanelQuery[] {
  return ['0.50', '0.90', '0.99'].map((quantile) => ({
    expr: `histogram_quantile(${quantile}, ${rate(`${histogram}_bucket`, by, 'le')})`,
    legend: `P${quantile.slice(2)} {{${by}}}`,
  }));
}

/** A dashboard as Grafana imports and provisions it: people choose the data source, the operator and its Pods. */
export function dashboard(title: string, description: string, rows: readonly PanelRow[]): object {
  return {
    title,
    description,
    tags: ['kb', 'operator'],
    schemaVersion: 39,
    editable: true,
    graphTooltip: 1,
    refresh: '30s',
    time: { from: 'now-1h', to: 'now' },
    timezone: 'browser',
    templating: { list: variables() },
    panels: placed(rows),
  };
}

function variables(): object[] {
  const query = (name: string, expression: string, more: object = {}): object => ({
    name,
    type: 'query',
    datasource: DATASOURCE,
    query: { query: expression, refId: name },
    // Again when the time range changes: Pods come and go.
    refresh: 2,
    sort: 1,
    ...more,
  });
  return [
    { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' },
    query('namespace', `label_values(${FOUND_BY}, namespace)`),
    query('job', `label_values(${FOUND_BY}{namespace="$namespace"}, job)`),
    query('pod', `label_values(${FOUND_BY}{namespace="$namespace", job="$job"}, pod)`, {
      includeAll: true,
      multi: true,
      allValue: '.*',
      current: { selected: true, text: ['All'], value: ['$__all'] },
    }),
  ];
}

/** Gives every panel its place: rows under each other, and the panels of a row from left to right. */
function placed(rows: readonly PanelRow[]): object[] {
  const panels: object[] = [];
  let y = 0;
  for (const { title, panels: own } of rows) {
    panels.push({ id: panels.length + 1, type: 'row', title, collapsed: false, gridPos: grid(0, y, COLUMNS, 1) });
    y += 1;
    let x = 0;
    for (const panel of own) {
      if (x + panel.width > COLUMNS) {
        x = 0;
        y += HEIGHT;
      }
      panels.push(panelAt(panel, panels.length + 1, grid(x, y, panel.width, HEIGHT)));
      x += panel.width;
    }
    if (own.length > 0) y += HEIGHT;
  }
  return panels;
}

function grid(x: number, y: number, w: number, h: number): object {
  return { x, y, w, h };
}

function panelAt({ title, type, unit = 'none', queries }: Panel, id: number, gridPos: object): object {
  return {
    id,
    type,
    title,
    datasource: DATASOURCE,
    gridPos,
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: queries.map(({ expr, legend }, index) => ({
      refId: REFERENCES[index] ?? String(index),
      datasource: DATASOURCE,
      expr,
      legendFormat: legend,
    })),
  };
}
