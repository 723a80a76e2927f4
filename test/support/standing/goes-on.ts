/** CPU time after which a loop that nobody stops ends itself. */
const LONG_MICROS = 20e6;

export function goesOn(): boolean {
  return process.cpuUsage().user < LONG_MICROS;
}
