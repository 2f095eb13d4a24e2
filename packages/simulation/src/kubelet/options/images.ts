import type { ContainerBehavior, ContainerContext } from './container-behavior.ts';

/**
 * How the containers of images behave: patterns of images, in which `*` stands for any text, and the behavior of each,
 * or a function that returns it for one run of a container. The first pattern that matches applies:
 *
 * ```ts
 * const images: ImageBehaviors = {
 *   'example.com/migrate:*': { exitCode: 0, exitAfterMs: 2000 },
 *   'example.com/flaky:*': { exitCode: [1, 0] },
 *   'example.com/private/*': { pullError: 'pull access denied' },
 *   'example.com/sharded:*': ({ pod }) => ({ exitCode: pod.metadata.name.includes('-3-') ? 1 : 0 }),
 * };
 * ```
 */
export type ImageBehaviors = Readonly<
  Record<string, ContainerBehavior | ((context: ContainerContext) => ContainerBehavior)>
>;

/** Returns a function that looks up the behavior of a container by its image; `{}` if no pattern matches. */
export function behaviorByImage(images: ImageBehaviors): (context: ContainerContext) => ContainerBehavior {
  const rules = Object.entries(images).map(([pattern, behavior]) => ({ matches: imageMatcher(pattern), behavior }));
  return (context) => {
    const rule = rules.find(({ matches }) => matches(context.container.image ?? ''));
    if (rule === undefined) return {};
    return typeof rule.behavior === 'function' ? rule.behavior(context) : rule.behavior;
  };
}

/** Returns a test of images for a pattern. It takes linear time: each part is looked for once. */
export function imageMatcher(pattern: string): (image: string) => boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return (image) => image === pattern;
  return (image) => {
    if (!image.startsWith(first) || !image.endsWith(last)) return false;
    let from = first.length;
    for (const part of rest) {
      const at = image.indexOf(part, from);
      if (at < 0) return false;
      from = at + part.length;
    }
    return from <= image.length - last.length;
  };
}
