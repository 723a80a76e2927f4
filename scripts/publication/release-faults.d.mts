export function releaseFaults(release: {
  readonly hasHome: boolean;
  readonly tag: string | undefined;
  readonly packages: readonly { readonly name: string; readonly version: string }[];
  readonly changelog: string;
  readonly npm: string;
}): string[];
