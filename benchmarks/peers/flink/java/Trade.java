/** An event of the benchmark, as plain columns. */
public class Trade {
    public long time;
    public int company;
    public int volume;
    public double price;

    public Trade() {}

    public Trade(long time, int company, int volume, double price) {
        this.time = time;
        this.company = company;
        this.volume = volume;
        this.price = price;
    }
}
