export function launchersOf(pid: number, processes: string): number[];
export function launcherIsGone(): boolean;
export function onLauncherGone(listener: () => void): () => void;
