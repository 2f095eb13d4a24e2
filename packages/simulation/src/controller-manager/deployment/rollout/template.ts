import { equalJson } from '@kb/apimachinery';
import type { Template } from '../../shared/template-hash.ts';
import { TEMPLATE_HASH } from './annotations.ts';

/**
 * Whether two templates are equal except for the label `pod-template-hash`. Decides which ReplicaSet is a Deployment's
 * new one.
 */
export function equalTemplates(a: Template, b: Template): boolean {
  return equalJson(withoutHash(a), withoutHash(b));
}

/**
 * The template without the label `pod-template-hash`, and without empty maps, which the API does not distinguish from
 * absent ones.
 */
export function withoutHash(template: Template): Template {
  const { labels = {}, annotations = {}, ...metadata } = template.metadata ?? {};
  const { [TEMPLATE_HASH]: _hash, ...others } = labels;
  return {
    ...template,
    metadata: {
      ...metadata,
      ...(Object.keys(others).length > 0 && { labels: others }),
      ...(Object.keys(annotations).length > 0 && { annotations }),
    },
  };
}
