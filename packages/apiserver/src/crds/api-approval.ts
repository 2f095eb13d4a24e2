import { type ConditionInput, type FieldError, fieldInvalid, fieldRequired } from '@kb/apimachinery';
import { quoteString } from '@kb/apimachinery/codec';
import { parseRequestWebUrl } from '@kb/apimachinery/server';
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
  return isProtectedGroup(stringOf(at(crd, 'spec', 'group')));
}

/** Whether a group belongs to Kubernetes itself. */
export function isProtectedGroup(group: string): boolean {
  return /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group);
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

/** Whether a text is an absolute URL with a host. */
function isUrl(text: string): boolean {
  const url = parseRequestWebUrl(text);
  return !('problem' in url) && url.host !== '' && url.scheme !== '';
}
