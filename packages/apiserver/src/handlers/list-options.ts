import {
  badRequest,
  EVERYTHING,
  type FieldError,
  fieldForbidden,
  fieldNotSupported,
  type FieldSelector,
  invalid,
  type LabelSelector,
  matchesLabels,
  parseFieldSelector,
  parseLabelSelector,
  SelectorError,
} from '@kb/apimachinery';
import { refuse } from '../http/api-error.ts';
import { booleanParameter } from '../http/query.ts';
import type { FrozenObject } from '../resources/api-object.ts';
import { checkFieldSelector, matchesFieldSelector } from '../resources/field-labels.ts';
import type { ServedResource } from '../resources/served-resource.ts';

/** Which objects of a collection a list, watch or deletecollection is about. */
export interface Selection {
  readonly labels: LabelSelector;
  readonly fields: FieldSelector;
  /** False: every object. */
  readonly selective: boolean;
}

/** Options of lists and watches, from the query. */
export interface ListOptions {
  readonly selection: Selection;
  /** 0: no limit. */
  readonly limit: number;
  readonly continue: string;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: '' | 'Exact' | 'NotOlderThan';
  readonly timeoutSeconds: number | undefined;
  readonly allowWatchBookmarks: boolean;
  /** Undefined: not said. */
  readonly sendInitialEvents: boolean | undefined;
}

/** Reads the options of a list or a watch. `name`: of an item's path, as `/watch/…/NAME` has one. Throws a StatusError. */
export function readListOptions(
  query: URLSearchParams,
  resource: ServedResource,
  watch: boolean,
  name = '',
): ListOptions {
  const options = {
    limit: integerParameter(query, 'limit') ?? 0,
    continue: query.get('continue') ?? '',
    resourceVersion: query.get('resourceVersion') ?? '',
    resourceVersionMatch: query.get('resourceVersionMatch') ?? '',
    timeoutSeconds: integerParameter(query, 'timeoutSeconds'),
    allowWatchBookmarks: booleanParameter(query, 'allowWatchBookmarks'),
    sendInitialEvents: query.has('sendInitialEvents') ? booleanParameter(query, 'sendInitialEvents') : undefined,
  };
  const selection = readSelection(query, resource, name);
  const errors = watch ? watchErrors(options) : listErrors(options);
  if (errors.length > 0) refuse(invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', errors));
  return {
    ...options,
    resourceVersionMatch: options.resourceVersionMatch as ListOptions['resourceVersionMatch'],
    selection,
  };
}

function integerParameter(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  if (!/^[-+]?\d+$/.test(text)) refuse(badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`));
  return Number(text);
}

function readSelection(query: URLSearchParams, resource: ServedResource, name: string): Selection {
  try {
    const labelText = query.get('labelSelector') ?? '';
    const labels = labelText === '' ? EVERYTHING : parseLabelSelector(labelText);
    const fields = [
      ...parseFieldSelector(query.get('fieldSelector') ?? ''),
      ...(name === '' ? [] : parseFieldSelector(`metadata.name=${name}`)),
    ];
    checkFieldSelector(fields, resource.fieldLabels);
    return { labels, fields, selective: labelText !== '' || fields.length > 0 };
  } catch (error) {
    if (error instanceof SelectorError) return refuse(badRequest(error.message));
    throw error;
  }
}

/** Whether an object is selected. */
export function isSelected(
  { labels, fields, selective }: Selection,
  object: FrozenObject,
  resource: ServedResource,
): boolean {
  if (!selective) return true;
  return matchesLabels(labels, object.metadata.labels) && matchesFieldSelector(fields, resource.fieldLabels, object);
}

type RawOptions = Pick<ListOptions, 'continue' | 'resourceVersion' | 'sendInitialEvents'> & {
  readonly resourceVersionMatch: string;
};

const MATCH = 'resourceVersionMatch';

function listErrors({
  resourceVersion,
  resourceVersionMatch,
  continue: token,
  sendInitialEvents,
}: RawOptions): FieldError[] {
  const errors: FieldError[] = [];
  if (sendInitialEvents !== undefined)
    errors.push(fieldForbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  if (resourceVersionMatch === '') return errors;
  if (resourceVersion === '')
    errors.push(fieldForbidden(MATCH, 'resourceVersionMatch is forbidden unless resourceVersion is provided'));
  if (token !== '') errors.push(fieldForbidden(MATCH, 'resourceVersionMatch is forbidden when continue is provided'));
  if (resourceVersionMatch !== 'Exact' && resourceVersionMatch !== 'NotOlderThan') {
    errors.push(fieldNotSupported(MATCH, resourceVersionMatch, ['Exact', 'NotOlderThan', '']));
  }
  if (resourceVersionMatch === 'Exact' && resourceVersion === '0') {
    errors.push(fieldForbidden(MATCH, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
  }
  return errors;
}

function watchErrors({
  resourceVersion,
  resourceVersionMatch,
  continue: token,
  sendInitialEvents,
}: RawOptions): FieldError[] {
  const errors: FieldError[] = [];
  // Without a version the server itself asks for the initial events, which a continue token does not go with.
  if (token !== '' && resourceVersion === '' && sendInitialEvents === undefined) {
    errors.push(fieldForbidden(MATCH, 'resourceVersionMatch is forbidden when continue is provided'));
  }
  if (sendInitialEvents === undefined) {
    if (resourceVersionMatch !== '') {
      errors.push(
        fieldForbidden(MATCH, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'),
      );
    }
  } else if (resourceVersionMatch !== 'NotOlderThan') {
    errors.push(fieldForbidden(MATCH, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'));
  }
  if (resourceVersionMatch !== '' && resourceVersionMatch !== 'NotOlderThan') {
    errors.push(fieldNotSupported(MATCH, resourceVersionMatch, ['NotOlderThan']));
  }
  return errors;
}
