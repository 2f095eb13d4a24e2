import { type Authorizer, noOpinion } from './authorizer.ts';

/** Asks authorizers one after the other, as kube-apiserver does with several modes: the first opinion decides. */
export function joinAuthorizers(
  mode: Authorizer['mode'],
  authorizers: readonly Pick<Authorizer, 'authorize' | 'rulesFor'>[],
): Authorizer {
  return {
    mode,
    authorize: (user, attributes) => {
      const reasons: string[] = [];
      for (const authorizer of authorizers) {
        const answer = authorizer.authorize(user, attributes);
        if (answer.decision !== 'no opinion') return answer;
        if (answer.reason !== '') reasons.push(answer.reason);
      }
      return reasons.length === 0 ? noOpinion : { decision: 'no opinion', reason: reasons.join('\n') };
    },
    rulesFor: (user, namespace) => {
      const all = authorizers.map((authorizer) => authorizer.rulesFor(user, namespace));
      const errors = [...new Set(all.map(({ error }) => error).filter((error) => error !== ''))];
      return {
        resourceRules: all.flatMap(({ resourceRules }) => resourceRules),
        nonResourceRules: all.flatMap(({ nonResourceRules }) => nonResourceRules),
        incomplete: all.some(({ incomplete }) => incomplete),
        error: errors.length > 1 ? `[${errors.join(', ')}]` : (errors[0] ?? ''),
      };
    },
  };
}
