export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  readonly home: string;
}

export function publishedPackages(): PublishedPackage[];
export function pack(home: string, folder: string): string;
