/** A task of the class that members have from java/WordCount.java: it counts the words of a text. */
export class WordCount {
  factoryId = 7;
  classId = 1;

  constructor(text) {
    this.text = text;
  }

  writeData(output) {
    output.writeString(this.text);
  }

  readData(input) {
    this.text = input.readString();
  }
}
