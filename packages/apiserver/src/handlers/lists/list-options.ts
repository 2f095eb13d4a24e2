import { badRequest, type FieldError, fieldForbidden, fieldNotSupported, invalid } from '@kb/apimachinery';
import { quoteString } from '@kb/apimachinery/codec';
import {
  selectsEverything,
  type FieldSelector,
  type LabelSelector,
  matchesLabels,
  parseFieldSelector,
  parseLabelSelector,
  SelectorError,
} from '@kb/apimachinery/selectors';
import { refuse } from '../../refuse.ts';
import { booleanParameter } from '../../http/query.ts';
import type { FrozenObject } from '../../objects/api-object.ts';
import { checkFieldSelector, matchesFieldSelector } from '../../resources/field-labels.ts';
import type { ServedResource } from '../../resources/served-resource.ts';

/** The objects of a collection that a list, watch or deletecollection selects. */
export interface Selection {
  readonly labels: LabelSelector;
  readonly fields: FieldSelector;
  /** False: all objects. */
  readonly selective: boolean;
  /** The only name that an object can have to be selected. */
  readonly name?: string;
}

/** Options of lists and watches, from the query. */
export interface ListOptions {
  readonly selection: Selection;
  /** 0: unlimited. */
  readonly limit: number;
  readonly continue: string;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: '' | 'Exact' | 'NotOlderThan';
  readonly timeoutSeconds: number | undefined;
  readonly allowWatchBookmarks: boolean;
  /** Undefined: not given, where that makes a difference. */
  readonly sendInitialEvents: boolean | undefined;
}

/** The kind of request. */
export type Wanted = 'list' | 'watch';

/**
 * Reads the options of a list or a watch. `name`: an item's name in the path, as in `/watch/…/NAME`. Throws a
 * StatusError for the first problem in this order: numbers, syntax of the selectors, combinations of options, fields of
 * the field selector.
 */
export function readListOptions(
  query: URLSearchParams,
  resource: ServedResource,
  wanted: Wanted,
  name = '',
): ListOptions {
  const asked = {
    timeoutSeconds: integerParameter(query, 'timeoutSeconds'),
    limit: integerParameter(query, 'limit') ?? 0,
    continue: query.get('continue') ?? '',
    resourceVersion: query.get('resourceVersion') ?? '',
    resourceVersionMatch: query.get('resourceVersionMatch') ?? '',
    allowWatchBookmarks: booleanParameter(query, 'allowWatchBookmarks'),
    sendInitialEvents: query.has('sendInitialEvents') ? booleanParameter(query, 'sendInitialEvents') : undefined,
  };
  const labelText = query.get('labelSelector') ?? '';
  const labels = labelText === '' ? selectsEverything : readSelector(() => parseLabelSelector(labelText));
  const fields = readSelector(() => parseFieldSelector(query.get('fieldSelector') ?? ''));
  // A watch by path (`/watch/…`) does not have the option `watch`: its options are checked as those of a list.
  const watches = wanted === 'watch' && booleanParameter(query, 'watch');
  const options = watches ? withWatchDefaults(asked) : asked;
  const errors = watches ? watchErrors(options) : listErrors(options);
  if (errors.length > 0) refuse(invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', errors));
  checkFieldSelector(fields, resource.fieldLabels);
  return {
    ...options,
    resourceVersionMatch: options.resourceVersionMatch as ListOptions['resourceVersionMatch'],
    selection: selectionOf(labels, fields, name),
  };
}

/** A 64-bit number, as Go parses it. */
function integerParameter(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const isNumber = /^[-+]?\d+$/.test(text);
  // Longer ones need not be parsed.
  const digits = text.replace(/^[-+]?0*/, '');
  if (isNumber && digits.length < 20 && fitsInt64(text)) return Number(text);
  const why = isNumber ? 'value out of range' : 'invalid syntax';
  return refuse(badRequest(`strconv.ParseInt: parsing ${quoteString(text)}: ${why}`));
}

function fitsInt64(text: string): boolean {
  const value = BigInt(text.replace(/^\+/, ''));
  return BigInt.asIntN(64, value) === value;
}

function readSelector<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof SelectorError) return refuse(badRequest(error.message));
    throw error;
  }
}

function selectionOf(labels: LabelSelector, fields: FieldSelector, pathName: string): Selection {
  const selectedName = fields.find(({ field, operator }) => field === 'metadata.name' && operator === '=')?.value;
  if (pathName !== '' && fields.length > 0 && selectedName !== pathName)
    refuse(badRequest("fieldSelector metadata.name doesn't match requested name"));
  const allFields: FieldSelector =
    pathName !== '' && fields.length === 0 ? [{ field: 'metadata.name', operator: '=', value: pathName }] : fields;
  const name = selectedName ?? (pathName === '' ? undefined : pathName);
  return {
    labels,
    fields: allFields,
    selective: labels.requirements.length > 0 || allFields.length > 0,
    ...(name !== undefined && { name }),
  };
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

/**
 * A watch without a resource version has always begun with the existing objects, so it counts as one that requests
 * them.
 */
function withWatchDefaults<O extends RawOptions>(options: O): O {
  const { sendInitialEvents, resourceVersion, resourceVersionMatch } = options;
  const isLegacy = resourceVersion === '' || resourceVersion === '0';
  return isLegacy && sendInitialEvents === undefined && resourceVersionMatch === ''
    ? { ...options, sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }
    : options;
}

const MATCH = 'resourceVersionMatch';

function listErrors({
  resourceVersion,
  resourceVersionMatch,
  continue: token,
  sendInitialEvents,
}: RawOptions): FieldError[] {
  const errors: FieldError[] = [];
  if (resourceVersionMatch !== '') {
    if (resourceVersion === '')
      errors.push(fieldForbidden(MATCH, 'resourceVersionMatch is forbidden unless resourceVersion is provided'));
    if (token !== '') errors.push(fieldForbidden(MATCH, MATCH_WITH_TOKEN));
    if (resourceVersionMatch !== 'Exact' && resourceVersionMatch !== 'NotOlderThan') {
      errors.push(fieldNotSupported(MATCH, resourceVersionMatch, ['Exact', 'NotOlderThan', '']));
    }
    if (resourceVersionMatch === 'Exact' && resourceVersion === '0') {
      errors.push(fieldForbidden(MATCH, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
    }
  }
  if (sendInitialEvents !== undefined)
    errors.push(fieldForbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  return errors;
}

const MATCH_WITH_TOKEN = 'resourceVersionMatch is forbidden when continue is provided';

function watchErrors({ resourceVersionMatch, continue: token, sendInitialEvents }: RawOptions): FieldError[] {
  const errors: FieldError[] = [];
  if (sendInitialEvents !== undefined && resourceVersionMatch !== 'NotOlderThan')
    errors.push(fieldForbidden(MATCH, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'));
  if (resourceVersionMatch === '') return errors;
  if (sendInitialEvents === undefined) {
    errors.push(
      fieldForbidden(MATCH, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'),
    );
  }
  if (resourceVersionMatch !== 'NotOlderThan')
    errors.push(fieldNotSupported(MATCH, resourceVersionMatch, ['NotOlderThan']));
  if (token !== '') errors.push(fieldForbidden(MATCH, MATCH_WITH_TOKEN));
  return errors;
}
