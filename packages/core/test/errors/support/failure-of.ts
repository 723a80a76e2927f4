/** What an attempt throws, or its promise rejects with; undefined when it succeeds. */
export async function failureOf(attempt: () => unknown): Promise<unknown> {
  try {
    await attempt();
    return undefined;
  } catch (error) {
    return error;
  }
}
