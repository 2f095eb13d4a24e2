import type { Reporter } from '../diagnostic/reporter.ts';
import type { Marker } from '../markers/define/marker-definition.ts';
import type { FolderFacts } from '../facts/facts.ts';
import type { Permission } from '../model/model.ts';
import type { Webhook, WebhookConfiguration } from '../facts/webhook-facts.ts';
import type { MarkerCollector } from './comments/collect-markers.ts';
import { leadingComments } from './comments/comments.ts';
import { ts } from '../compiler.ts';
import { isTypeDeclaration } from './context/load-context.ts';

/**
 * Returns the markers of a file that apply to its folder: in free-standing comments, at its end, and directly above
 * statements that are not types (an import, a constant), where no other sort of marker has a meaning.
 */
export function folderMarkersOf(
  file: ts.SourceFile,
  collector: MarkerCollector,
  reporter: Pick<Reporter, 'report'>,
): Marker[] {
  const markers: Marker[] = [];
  for (const node of [...file.statements, file.endOfFileToken]) {
    const { attached, detached } = leadingComments(file, node);
    for (const block of detached) markers.push(...collector.collect(block, ['folder']));
    if (ts.isClassDeclaration(node)) {
      // RBAC markers are above controllers.
      const found = collector.collect(attached, ['folder', 'type']);
      reportTypeMarkers(node, found, reporter);
      markers.push(...found);
    } else if (!isTypeDeclaration(node)) markers.push(...collector.collect(attached, ['folder']));
  }
  return markers;
}

/** Reports markers of types on a class, with one error for a class that was meant as a kind. */
function reportTypeMarkers(
  { name }: ts.ClassDeclaration,
  markers: readonly Marker[],
  reporter: Pick<Reporter, 'report'>,
): void {
  const className = name?.text ?? 'this';
  const root = markers.find(({ effect }) => effect.on === 'root');
  if (root !== undefined) {
    reporter.report(root.span, {
      code: 'KB_NOT_A_KIND',
      message: `${className} is a class, and a kind is an interface`,
      hint: `write: export interface ${name?.text ?? 'Name'} extends KubernetesObject (from '@kb/apimachinery')`,
    });
    return;
  }
  for (const { name: marker, effect, span } of markers) {
    if (['folder', 'rbac', 'webhook', 'webhookConfiguration'].includes(effect.on)) continue;
    reporter.report(span, {
      code: 'KB_MARKER_MISPLACED',
      message: `+${marker} belongs on an interface, a type alias or an enum, and ${className} is a class`,
      hint: 'objects of the API are plain data: write an interface',
    });
  }
}

/** The markers of folders that concern the operator's manifests. */
export interface OperatorMarkers {
  readonly permissions: Permission[];
  readonly webhooks: Webhook[];
  readonly webhookConfigurations: WebhookConfiguration[];
}

/** Applies the markers of a folder; those about the operator go to `operator`. Reports contradictions. */
export function applyFolderMarkers(
  markers: readonly Marker[],
  facts: FolderFacts,
  operator: OperatorMarkers,
  reporter: Pick<Reporter, 'report'>,
): void {
  for (const { name, effect, span, argumentSpans } of markers) {
    if (effect.on === 'rbac') operator.permissions.push({ ...effect.rule, span });
    if (effect.on === 'webhook') operator.webhooks.push({ ...effect.webhook, span, argumentSpans });
    if (effect.on === 'webhookConfiguration')
      operator.webhookConfigurations.push({ ...effect.configuration, span, argumentSpans });
    if (effect.on !== 'folder') continue;
    const problem = effect.apply(facts);
    if (problem === undefined) continue;
    const hint = 'the markers of all files of a folder apply to the whole folder: keep one of the two';
    reporter.report(span, { code: 'KB_CONFLICTING_MARKERS', message: `+${name}: ${problem}`, hint });
  }
}
