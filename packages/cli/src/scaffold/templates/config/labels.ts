/** The labels of every object, as lines at the indentation of templates here. */
export function labelLines(projectName: string): string {
  return `
            app.kubernetes.io/name: ${projectName}
            app.kubernetes.io/managed-by: kustomize`;
}
