import type { JsonObject } from '@kb/apimachinery';
import { parseFieldSelector, parseLabelSelector, SelectorError } from '@kb/apimachinery/selectors';
import type { RequestAttributes } from '../../../authentication/request-attributes.ts';
import type { User } from '../../../authentication/user.ts';
import type { Authorizer } from '../../../authorization/authorizer.ts';
import { type ApiObject, at, objectsIn, own, stringOf } from '../../../objects/api-object.ts';
import type { ReviewContext } from '../../../resources/review.ts';
import { isKnownOperator } from '../validate-label-selector.ts';

/** Returns the status of an access review: whether a user may do what the review asks about. */
export function reviewAccess(review: ApiObject, user: User, authorizer: Authorizer): JsonObject {
  const { decision, reason, error } = authorizer.authorize(user, attributesIn(review));
  const about = at(review, 'spec', 'resourceAttributes');
  const errors = [...(error === undefined ? [] : [error]), ...unreadSelectors(about)];
  return {
    allowed: decision === 'allow',
    ...(decision === 'deny' && { denied: true }),
    ...(reason !== '' && { reason }),
    ...(errors.length > 0 && { evaluationError: errors.join('; ') }),
  };
}

/** Checks the permission of the user in a review. */
export function reviewNamedUser(review: ApiObject, { authorizer }: ReviewContext): JsonObject {
  const groups = at(review, 'spec', 'groups');
  const user: User = {
    name: stringOf(at(review, 'spec', 'user')),
    groups: Array.isArray(groups) ? groups.map(stringOf) : [],
    // Where everything is allowed, this user would come with a token too.
    trusted: true,
  };
  return reviewAccess(review, user, authorizer);
}

/** The attributes of the request in a review. */
function attributesIn(review: ApiObject): RequestAttributes {
  const text = (...path: string[]): string => stringOf(at(review, 'spec', ...path));
  if (at(review, 'spec', 'resourceAttributes') === undefined) {
    const verb = text('nonResourceAttributes', 'verb');
    return { isResource: false, verb, path: text('nonResourceAttributes', 'path') };
  }
  const attribute = (name: string): string => text('resourceAttributes', name);
  return {
    isResource: true,
    verb: attribute('verb'),
    path: '',
    group: attribute('group'),
    resource: attribute('resource'),
    subresource: attribute('subresource'),
    namespace: attribute('namespace'),
    name: attribute('name'),
    fieldSelector: fieldSelectorIn(at(review, 'spec', 'resourceAttributes', 'fieldSelector')),
  };
}

/**
 * Says which selectors of a review the authorizer does not see, wholly or in part, in the words of kube-apiserver:
 * those that cannot be parsed, and requirements on fields other than one equality each.
 */
function unreadSelectors(about: unknown): string[] {
  return (['fieldSelector', 'labelSelector'] as const).flatMap((field) => {
    const selector = own(about, field);
    const requirements = objectsIn(own(selector, 'requirements'));
    const isRead = field === 'fieldSelector' ? isReadOfFields : isReadOfLabels;
    const read = requirements.filter(isRead).length;
    if (read < requirements.length) {
      return [`spec.resourceAttributes.${field} ${read > 0 ? 'partially ' : ''}ignored due to parse error`];
    }
    const raw = stringOf(own(selector, 'rawSelector'));
    const isParsed = field === 'fieldSelector' ? parses(parseFieldSelector, raw) : parses(parseLabelSelector, raw);
    return isParsed ? [] : [`spec.resourceAttributes.${field} ignored due to parse error`];
  });
}

function isReadOfFields({ operator, values }: JsonObject): boolean {
  return (operator === 'In' || operator === 'NotIn') && Array.isArray(values) && values.length === 1;
}

function isReadOfLabels({ operator }: JsonObject): boolean {
  return isKnownOperator(stringOf(operator));
}

function parses(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text);
    return true;
  } catch (error) {
    if (error instanceof SelectorError) return false;
    throw error;
  }
}

/** A field selector as text; of requirements, those that can be written so. */
function fieldSelectorIn(selector: unknown): string {
  const requirements = objectsIn(own(selector, 'requirements')).flatMap(({ key, operator, values }) => {
    const [value, ...more] = Array.isArray(values) ? values : [];
    return operator === 'In' && more.length === 0 ? [`${stringOf(key)}=${stringOf(value)}`] : [];
  });
  return requirements.length > 0 ? requirements.join(',') : stringOf(own(selector, 'rawSelector'));
}
