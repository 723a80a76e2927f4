export function testPlan(
  files: readonly { readonly projectName: string }[],
  run: { readonly isPart: boolean; readonly isFull: boolean; readonly without: readonly string[] },
): string;
