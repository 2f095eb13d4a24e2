import { type ConditionInput, type FieldError, fieldInvalid, fieldRequired } from '@kb/apimachinery';
import { quoteString } from '@kb/apimachinery/codec';
import { at, type FrozenObject, stringOf } from '../objects/api-object.ts';

/** The annotation in which definitions in the groups of Kubernetes itself name their approval. */
const APPROVAL = 'api-approved.kubernetes.io';
const FIELD = `metadata.annotations[${APPROVAL}]`;
const MORE = 'see https://github.com/kubernetes/enhancements/pull/1111';

interface Approval {
  readonly state: 'approved' | 'unapproved' | 'missing' | 'invalid';
  readonly message: string;
}

/**
 * Returns the condition about the approval of a definition in a group of Kubernetes itself; undefined for all other
 * groups.
 */
export function approvalCondition(crd: FrozenObject): ConditionInput | undefined {
  if (!isProtected(crd)) return undefined;
  const { state, message } = approvalOf(crd);
  return {
    type: 'KubernetesAPIApprovalPolicyConformant',
    status: state === 'approved' ? 'True' : 'False',
    reason: reasons[state],
    message,
  };
}

const reasons: Readonly<Record<Approval['state'], string>> = {
  approved: 'ApprovedAnnotation',
  unapproved: 'UnapprovedAnnotation',
  missing: 'MissingAnnotation',
  invalid: 'InvalidAnnotation',
};

/** Validates the approval of a definition. `old`: the definition before the update, whose problems may remain. */
export function validateApproval(crd: FrozenObject, old?: FrozenObject): FieldError[] {
  if (!isProtected(crd)) return [];
  const { state, message } = approvalOf(crd);
  if (old && approvalOf(old).state === state) return [];
  if (state === 'missing') return [fieldRequired(FIELD, message)];
  return state === 'invalid' ? [fieldInvalid(FIELD, crd.metadata.annotations?.[APPROVAL] ?? '', message)] : [];
}

function isProtected(crd: FrozenObject): boolean {
  return /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(stringOf(at(crd, 'spec', 'group')));
}

function approvalOf({ metadata }: FrozenObject): Approval {
  const approval = metadata.annotations?.[APPROVAL] ?? '';
  const wanted = `protected groups must have approval annotation "${APPROVAL}"`;
  if (approval === '') return { state: 'missing', message: `${wanted}, ${MORE}` };
  if (approval.startsWith('unapproved'))
    return { state: 'unapproved', message: `not approved: ${quoteString(approval)}` };
  if (isUrl(approval)) return { state: 'approved', message: `approved in ${approval}` };
  return {
    state: 'invalid',
    message: `${wanted} with either a URL or a reason starting with "unapproved", ${MORE}`,
  };
}

const SCHEME = '[a-z][a-z\\d+.-]*';
const USER = String.raw`[\w.~!$&'()*+,;=:%-]*@`;
const HOST = String.raw`(?:[\w.~!$&'()*+,;=:<>"\u{80}-\u{10ffff}-]|%[89a-f][\da-f])+|\[[\da-f:.]+\](?::\d*)?`;
const PATH = String.raw`(?:[^%?]|%[\da-f]{2})*`;
// Go's url.ParseRequestURI, for absolute URLs with a host: it does not parse fragments.
const URL_WITH_HOST = new RegExp(`^${SCHEME}://(?:${USER})?(?:${HOST})(?:/${PATH})?(?:\\?.*)?$`, 'iu');

function isUrl(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- Go refuses control characters anywhere.
  return !/[\0-\x1f\x7f]/.test(text) && URL_WITH_HOST.test(text);
}
